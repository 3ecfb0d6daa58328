package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts in {@code bin/} with a real JVM, in locales and with the tools that machines have.
 */
class CommandScriptsTest {
  /** Says what Java makes of its arguments and its locale. */
  private static final String MAIN =
      """
      package io.tidemark.features;
      public class Main {
        public static void main(String[] arguments) {
          for (String file : arguments) {
            System.out.print(new java.io.File(file).exists() + " ");
          }
          System.out.println(String.format("%d", 123) + " " + Boolean.getBoolean("tidemark.ascii"));
        }
      }
      """;

  /** What macOS has, and that without the options of GNU. */
  private static final List<String> TOOLS =
      List.of(
          "awk", "bash", "cat", "dirname", "env", "grep", "head", "locale", "mkdir", "mktemp", "mv",
          "rm", "sed", "sleep", "sort", "tail", "touch", "uname");

  @TempDir Path folder;
  private Path home;

  @BeforeEach
  void install() throws Exception {
    // The names are made by the shell, since the JVM of the test may have a locale without them.
    Path made = Files.createDirectories(folder.resolve("made"));
    for (String script : List.of("benchmark", "lib.sh")) {
      Files.createDirectories(made.resolve("bin"));
      Files.copy(Chart.ROOT.resolve("bin/" + script), made.resolve("bin/" + script));
    }
    Path source = Files.writeString(folder.resolve("Main.java"), MAIN);
    Path classes = Files.createDirectories(made.resolve("lib/classes.jar"));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertThat(code).isZero();
    home = made;
  }

  private String bash(Map<String, String> environment, String script) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", script).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JVM_OPTS", "");
    builder.environment().putAll(environment);
    return Ended.output(builder);
  }

  @Test
  void namesOfAllCharactersAreFoundInAnyLocale() throws Exception {
    String script =
        "mv made $'Gr\\303\\266\\303\\237e' && touch $'L\\303\\244nge.yaml'"
            + " && $'Gr\\303\\266\\303\\237e/bin/benchmark' $'L\\303\\244nge.yaml' missing";
    assertThat(bash(Map.of(), script)).isEqualTo("true false 123 true\n");
    String again = script.substring(script.indexOf("&& touch") + 3);
    assertThat(bash(Map.of("LC_ALL", "C"), again)).isEqualTo("true false 123 true\n");
    assertThat(bash(Map.of("LANG", "POSIX"), again)).isEqualTo("true false 123 true\n");
    assertThat(bash(Map.of("LC_ALL", "C.UTF-8"), again)).isEqualTo("true false 123 false\n");
    // Not installed: the terminal has UTF-8 all the same.
    assertThat(bash(Map.of("LANG", "xx_YY.UTF-8"), again)).endsWith("true false 123 false\n");
  }

  @Test
  void theLanguageOfTheMachineIsNotUsed() throws Exception {
    assertThat(bash(Map.of("LANG", "fa_IR.UTF-8", "LANGUAGE", "fa"), "made/bin/benchmark"))
        .endsWith("123 false\n");
    assertThat(
            bash(Map.of("JVM_OPTS", "-Duser.language=fa -Duser.country=IR"), "made/bin/benchmark"))
        .as("an option is honoured")
        .doesNotContain("123");
  }

  @Test
  void theToolsOfMacOsAreEnough() throws Exception {
    Path tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(
          tools.resolve(tool), Path.of(bash(Map.of(), "type -P " + tool).strip()));
    }
    Path readlink = tools.resolve("readlink");
    String real = bash(Map.of(), "type -P readlink").strip();
    Files.writeString(
        readlink,
        "#!/usr/bin/env bash\ncase $1 in -*) echo illegal option; exit 1 ;; esac\nexec "
            + real
            + " \"$1\"\n");
    assertThat(readlink.toFile().setExecutable(true)).isTrue();
    // As Homebrew and others put a command on the PATH: a link to a link.
    Files.createSymbolicLink(tools.resolve("first"), home.resolve("bin/benchmark"));
    Files.createSymbolicLink(tools.resolve("second"), Path.of("first"));

    assertThat(bash(Map.of("PATH", tools.toString()), "second tools")).isEqualTo("true 123 true\n");
  }

  /**
   * Links as bin/test-kubernetes and users have them: to a folder of an installation in another
   * folder.
   */
  @Test
  void eachCommandIsFoundThroughLinksToItAndToItsFolder() throws Exception {
    Path tools = Files.createDirectories(folder.resolve("jdk/bin"));
    for (String tool : List.of("java", "mvn")) {
      Files.writeString(tools.resolve(tool), "#!/bin/sh\necho \"at ${TIDEMARK_ROOT:-$PWD}\"\n");
      assertThat(tools.resolve(tool).toFile().setExecutable(true)).isTrue();
    }
    Path bin = Files.createSymbolicLink(folder.resolve("bin"), home.resolve("bin"));
    Path links = Files.createDirectory(folder.resolve("links"));
    Map<String, String> environment =
        Map.of("JAVA_HOME", folder + "/jdk", "PATH", tools + ":" + System.getenv("PATH"));
    Path chromium = Files.createDirectories(home.resolve("build/integration-tests"));
    Files.createSymbolicLink(chromium.resolve("install-chromium"), Path.of("/bin/true"));
    for (Path script : scripts()) {
      String name = script.getFileName().toString();
      String text = Files.readString(script);
      Files.copy(script, home.resolve("bin/" + name), StandardCopyOption.REPLACE_EXISTING);
      assertThat(text.lines())
          .as(name)
          .noneMatch(line -> line.matches(".*\\bcd (?!-P)\\S.*/\\.\\..*"));
      if (text.contains("tidemark_java ") && !name.equals("lib.sh") || name.equals("test")) {
        Path link = Files.createSymbolicLink(links.resolve(name), Path.of("../bin/" + name));
        for (Path command : List.of(bin.resolve(name), link)) {
          assertThat(bash(environment, "'" + command + "' -T1"))
              .contains("at " + home.toRealPath());
        }
      }
    }
    assertThat(links).isDirectoryContaining("glob:**/benchmark-worker");
  }

  private static List<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(Chart.ROOT.resolve("bin"))) {
      return files.filter(file -> !file.endsWith("test-kubernetes")).toList();
    }
  }
}
