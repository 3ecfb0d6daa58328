package io.tidemark.brokers.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.kafka.KafkaJars;
import io.tidemark.brokers.kafka.KafkaJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArgumentFileTest {
  private static final String CREDENTIAL = "SCRAM-SHA-512=[name=tidemark,password=secret]";
  @TempDir Path folder;

  @Test
  void onlyThisUserCanReadItAndItGoesWhenItIsClosed() throws IOException {
    Path path;
    try (ArgumentFile file = ArgumentFile.in(folder, List.of("a"))) {
      path = file.path();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rw-------");
    }
    assertThat(path).doesNotExist();
  }

  @Test
  void theJvmReadsAnyWrittenText() throws IOException {
    Path program =
        Files.writeString(
            folder.resolve("Print.java"),
            """
            class Print {
              public static void main(String[] arguments) {
                System.out.print(String.join("|", arguments));
              }
            }
            """);
    List<String> hard =
        List.of(
            "with a blank", "back\\slash", "quo\"te", "it's", "# no comment", "@none", CREDENTIAL);
    List<String> all = new java.util.ArrayList<>(List.of(program.toString()));
    all.addAll(hard);
    try (ArgumentFile file = ArgumentFile.in(folder, all)) {
      assertThat(
              new ShellCommand("print arguments", folder, Duration.ofSeconds(90))
                  .run(KafkaJvm.commandWith(file.path())))
          .isEqualTo(String.join("|", hard));
    }
  }

  @Test
  void theCommandThatMakesAKafkaUserDoesNotShowThePassword() throws IOException {
    KafkaJvm jvm =
        new KafkaJvm(new KafkaJars(List.of(folder.resolve("kafka.jar"))), Optional.empty());
    List<String> arguments =
        jvm.formatArguments(
            "id",
            folder.resolve("server.properties"),
            List.of(),
            new KafkaJvm.Additions(Optional.of(CREDENTIAL), List.of("transaction.version=1")));
    assertThat(arguments)
        .contains(CREDENTIAL)
        .containsSequence("--feature", "transaction.version=1");
    try (ArgumentFile file = ArgumentFile.in(folder, arguments)) {
      assertThat(KafkaJvm.commandWith(file.path())).noneMatch(each -> each.contains("secret"));
      assertThat(file.path()).content().contains("secret");
    }
  }
}
