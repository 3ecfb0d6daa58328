package io.tidemark.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.file.ResultJson;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.report.SampleFailover;
import io.tidemark.report.SampleRuns;
import io.tidemark.report.SearchRuns;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is in a result: it is read as it was written. */
class WrittenResultTest {
  private static final int CASES = 150;

  /**
   * They have histograms and messages, which are in files of their own; in searches over the rate,
   * the file has one number for value and intended rate. What is in the file is compared.
   */
  private static final Set<String> COMPARED_AS_IN_FILE =
      Set.of("totals", "phases", "delivery", "classes", "search");

  @TempDir Path dir;

  private static List<RunResult> samples() {
    return List.of(
        SampleRuns.sample(),
        SampleRuns.invalid(),
        SampleRuns.ramp(),
        SampleRuns.requestReply(),
        SampleFailover.run(),
        SearchRuns.trials());
  }

  @Test
  void anyResultIsReadAsItWasWritten() throws Exception {
    long changes = 0;
    List<RunResult> samples = samples();
    for (int seed = 0; seed < CASES; seed++) {
      ChangedResult change = new ChangedResult(seed);
      RunResult written = change.of(samples.get(seed % samples.size()));
      RunResult read = read(written, seed);

      assertThat(ResultJson.tree(read)).as("seed " + seed).isEqualTo(ResultJson.tree(written));
      for (RecordComponent component : RunResult.class.getRecordComponents()) {
        boolean inFile = !component.getAccessor().isAnnotationPresent(JsonIgnore.class);
        if (inFile && !COMPARED_AS_IN_FILE.contains(component.getName())) {
          assertThat(component.getAccessor().invoke(read))
              .as("seed " + seed + ", " + component.getName())
              .isEqualTo(component.getAccessor().invoke(written));
        }
      }
      changes += change.changes();
    }
    assertThat(changes).as("values that were changed").isGreaterThan(CASES * 50L);
  }

  private RunResult read(RunResult written, int seed) throws IOException {
    Path folder = Files.createDirectory(dir.resolve("run-" + seed));
    Path file = folder.resolve(ResultTree.FILE);
    ResultJson.writer(written).writeValue(file.toFile(), written);
    return ResultJson.result(file, ResultTree.read(file));
  }

  @Test
  void aResultIsChangedInManyPlaces() {
    List<Object> different = new ArrayList<>();
    for (int seed = 0; seed < 10; seed++) {
      different.add(new ChangedResult(seed).of(SampleRuns.sample()).verdictInputs());
    }
    assertThat(different).doesNotHaveDuplicates();
  }
}
