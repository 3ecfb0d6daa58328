package io.tidemark.cli.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.base.UsageException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectNamesTest {
  @Test
  void classesAndPackageAreNamedAfterTheDriver() {
    ProjectNames names = ProjectNames.of("red-panda2", Optional.empty());
    assertThat(names.classPrefix()).isEqualTo("RedPanda2");
    assertThat(names.javaPackage()).isEqualTo("org.example.redpanda2");
    assertThat(ProjectNames.of("new", Optional.of("com.acme.driver")).javaPackage())
        .isEqualTo("com.acme.driver");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Kafka", "my_broker", "-a", "a-", "a--b", "2b", "a/b", "ä", "../x"})
  void refusesNamesThatAreNoFolderOrNoIdentifier(String name) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ProjectNames.of(name, Optional.empty()))
        .withMessage(
            "NAME: got '%s'; allowed up to 40 lower-case letters, digits and single dashes, such as"
                + " my-broker",
            name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"broker", "com.new.broker", "com..broker", "com/broker", "io.tidemark.driver"})
  void refusesPackagesThatCannotBeUsed(String javaPackage) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ProjectNames.of("broker", Optional.of(javaPackage)))
        .withMessageStartingWith("--package: got '" + javaPackage + "'; allowed ");
  }

  @Test
  void aNameThatIsAJavaKeywordNeedsAPackage() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> ProjectNames.of("new", Optional.empty()))
        .withMessageStartingWith("--package: got 'org.example.new'");
  }
}
