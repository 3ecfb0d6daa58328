package io.tidemark.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.driverfile.DriverFile;
import io.tidemark.model.driverfile.DriverFileReader;
import io.tidemark.model.driverfile.DriverFileReader.Settings;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The driver files of the repository, with the variables and files that they need. */
class ShippedDriverFilesTest {
  private static final Pattern SECOND_FILE =
      Pattern.compile("(?m)^(?:standby:\\n  driver|consumeThrough): (.*)$");
  private static final Pattern ASKED = Pattern.compile("\\$\\{(env|file|brokers\\.)[:]?([^}]*)\\}");
  private static final String VALUE = "a-value\nof two lines";

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("io.tidemark.documentation.Checkout#driverFiles")
  void beginsWithItsSchema(Path file) throws IOException {
    assertThat(Files.readAllLines(file).get(0))
        .isEqualTo("# yaml-language-server: $schema=../docs/reference/driver.schema.json");
  }

  @ParameterizedTest
  @MethodSource("io.tidemark.documentation.Checkout#driverFiles")
  void isReadAndFilledWithoutAnyProblem(Path file) throws IOException {
    Map<String, String> variables = new HashMap<>();
    Map<String, String> brokers = new HashMap<>();
    Path copy = copied(file);
    Matcher asked = ASKED.matcher(Files.readString(file) + secondFile(file));
    while (asked.find()) {
      switch (asked.group(1)) {
        case "env" -> variables.put(asked.group(2), "variable");
        case "file" -> write(copy.resolveSibling(asked.group(2)));
        default -> brokers.put(asked.group(2), "127.0.0.1:1");
      }
    }
    Problems problems = new Problems();
    ReadOptions options = new ReadOptions(false, variables, folder);
    DriverFile driver =
        new DriverFileReader(options, problems, Settings.UNKNOWN).read(copy).orElseThrow();
    assertThat(problems.all()).extracting(Problem::oneLine).isEmpty();
    Map<String, Object> filled = driver.withBrokers(brokers).configuration();
    assertThat(filled.toString()).doesNotContain("${");
    assertThat(filled.keySet()).isEqualTo(rawTree(file).entries().keySet());
  }

  /** The text of the second site or of the consumers' file, which is copied; empty for none. */
  private String secondFile(Path file) throws IOException {
    Matcher named = SECOND_FILE.matcher(Files.readString(file));
    if (!named.find()) {
      return "";
    }
    Path second = file.resolveSibling(named.group(1)).normalize();
    copied(second);
    return Files.readString(second);
  }

  /** In a folder of the same name. */
  private Path copied(Path file) throws IOException {
    Path copy = folder.resolve(file.getParent().getFileName()).resolve(file.getFileName());
    Files.createDirectories(copy.getParent());
    return Files.writeString(copy, Files.readString(file));
  }

  private static YamlMap rawTree(Path file) throws IOException {
    SourceFile source = new SourceFile(file.toString(), Files.readString(file));
    return YamlTree.read(source, new Problems()).orElseThrow();
  }

  private static void write(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, VALUE);
  }
}
