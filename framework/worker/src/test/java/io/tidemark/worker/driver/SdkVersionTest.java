package io.tidemark.worker.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SdkVersionTest {
  @ParameterizedTest
  @CsvSource({
    "0.1.0, 0.1.0-SNAPSHOT, true",
    "0.1.3, 0.1.0, true",
    "0.1.0, 0.1.3, true",
    "0.2.0, 0.1.0, false",
    "0.1.0, 0.2.0, false",
    "1.2.0, 1.2.9, true",
    "1.2.0, 1.1.0, true",
    "1.2.0, 1.3.0, false",
    "2.0.0, 1.9.0, false",
    "1.0.0, 2.0.0, false",
    "'', 1.0.0, true",
    "1.0.0, garbage, false",
    "'', garbage, false",
    "1.0.0, 1.0, false",
    "1.0.0, ${tidemark.version}, false"
  })
  void aDriverFitsTheSameMajorVersionAndOlderMinorVersions(
      String here, String builtWith, boolean fits) {
    assertThat(new SdkVersion(here).mismatch(builtWith).isEmpty()).isEqualTo(fits);
  }

  @Test
  void aTextThatIsNoVersionIsNamed() {
    assertThat(new SdkVersion("1.2.0").mismatch("garbage"))
        .contains(
            "its manifest names no version of the SDK: got Tidemark-SDK-Version 'garbage'; allowed"
                + " major.minor.patch, such as 1.2.0");
  }

  @Test
  void theMessageSaysWhatToDo() {
    assertThat(new SdkVersion("1.2.0").mismatch("1.4.1"))
        .contains(
            "it was built with SDK 1.4.1, and this is 1.2.0: calls may fail or capabilities be"
                + " missing; build it with SDK 1.2, or use Tidemark 1.4");
  }
}
