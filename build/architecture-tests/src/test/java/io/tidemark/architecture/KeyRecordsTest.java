package io.tidemark.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.tidemark.driver.settings.Key;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A key of a file has one place, its component: no code lists the components of a record of keys
 * again to make it.
 */
class KeyRecordsTest {

  /** Values of the hot path, of tests and of runs, which are more than the keys of a file. */
  private static final Set<String> VALUES =
      Set.of(
          "io.tidemark.model.load.EnvelopeSpec",
          "io.tidemark.model.load.HeaderSpec",
          "io.tidemark.model.load.PayloadSpec$WeightedSize",
          "io.tidemark.model.question.Question");

  private static final JavaClasses OURS = OwnClasses.ALL;

  @Test
  void onlyTheGrammarMakesThem() {
    List<JavaClass> records = OURS.stream().filter(KeyRecordsTest::hasKeys).toList();
    assertThat(records).hasSizeGreaterThan(30);
    assertThat(
            records.stream()
                .filter(each -> !VALUES.contains(each.getName()))
                .flatMap(each -> each.getConstructors().stream())
                .flatMap(constructor -> constructor.getAccessesToSelf().stream())
                .filter(access -> !OwnClasses.isGenerated(access.getOriginOwner()))
                .map(JavaAccess::getDescription))
        .isEmpty();
  }

  private static boolean hasKeys(JavaClass javaClass) {
    return javaClass.isRecord()
        && Arrays.stream(javaClass.reflect().getRecordComponents())
            .anyMatch(component -> component.isAnnotationPresent(Key.class));
  }
}
