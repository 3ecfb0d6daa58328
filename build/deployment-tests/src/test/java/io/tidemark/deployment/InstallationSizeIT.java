package io.tidemark.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users download: {@code build/budget.txt} limits the jars of each folder. */
class InstallationSizeIT {
  private static final String PREFIX = "jars:";

  @Test
  void noFolderHasMoreJarsThanItsLimit() throws IOException {
    Path home = Chart.ROOT.resolve("build/distribution/target/tidemark");
    Map<String, Long> jars;
    try (Stream<Path> files = Files.walk(home)) {
      jars =
          files
              .filter(file -> file.toString().endsWith(".jar"))
              .filter(file -> !file.getFileName().toString().startsWith("com.ibm")) // Fetched.
              .map(file -> home.relativize(file.getParent()).toString())
              .filter(folder -> !folder.startsWith("sdk"))
              .collect(Collectors.groupingBy(each -> each, TreeMap::new, Collectors.counting()));
    }
    Map<String, Long> limits =
        Files.readString(Chart.ROOT.resolve("build/budget.txt"))
            .lines()
            .filter(line -> line.startsWith(PREFIX))
            .map(line -> line.substring(PREFIX.length()).split(" +"))
            .collect(Collectors.toMap(parts -> parts[0], parts -> Long.valueOf(parts[1])));
    assertThat(jars.keySet()).isEqualTo(limits.keySet());
    assertThat(jars)
        .allSatisfy(
            (folder, count) ->
                assertThat(count)
                    .as("jars of %s: a raised limit needs a comment in build/budget.txt", folder)
                    .isLessThanOrEqualTo(limits.get(folder)));
  }
}
