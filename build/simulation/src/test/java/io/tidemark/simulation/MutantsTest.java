package io.tidemark.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list of faults for {@code build/simulation/mutants}, which takes too long for a test. */
class MutantsTest {
  private static final Path ROOT = Path.of("../..");

  private static List<String> lines() throws IOException {
    return Files.readAllLines(ROOT.resolve("build/simulation/mutants.txt"));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void thePlaceOfEachFaultIsInTheCode(String line) throws IOException {
    String[] fault = line.split(" => ?", -1);
    assertThat(fault).as("name, file, text, and what takes its place").hasSize(4);
    assertThat(Files.readString(ROOT.resolve(fault[1]))).as(fault[0]).contains(fault[2]);
    assertThat(fault[3]).isNotEqualTo(fault[2]);
  }
}
