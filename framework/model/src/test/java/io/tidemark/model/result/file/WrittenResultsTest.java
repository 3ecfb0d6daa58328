package io.tidemark.model.result.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.base.RandomCase;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.BlockedTime;
import io.tidemark.model.result.DeliveryReport;
import io.tidemark.model.result.Disruption;
import io.tidemark.model.result.Exclusions;
import io.tidemark.model.result.FailoverReport;
import io.tidemark.model.result.FaultReport;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RequestReplyReport;
import io.tidemark.model.result.RunEvent;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.SearchReport;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.VerdictInputs;
import io.tidemark.model.result.WorkerReport;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.result.tree.ResultTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written of a result and read is the same. */
class WrittenResultsTest {
  private static final int CASES = 100;

  static List<Class<? extends Record>> parts() {
    return List.of(
        BlockedTime.class,
        DeliveryReport.class,
        DeliveryReport.Ages.class,
        Disruption.class,
        Exclusions.class,
        FailoverReport.class,
        FaultReport.class,
        PhaseResult.class,
        RequestReplyReport.class,
        RunEvent.class,
        RunIdentity.class,
        RunResult.Shape.class,
        SearchReport.class,
        Throughput.class,
        Verdict.class,
        VerdictInputs.class,
        WorkerReport.class);
  }

  /** Rounding to the unit of the file happens once. */
  @ParameterizedTest
  @MethodSource("parts")
  void anyPartIsReadAsItWasWritten(Class<? extends Record> part) {
    RandomCase.forAll(
        CASES,
        any -> {
          JsonNode written = written(new AnyRecord(any).of(part));
          assertThat(written(read(written, part))).isEqualTo(written);
        });
  }

  @Test
  void aRunOfAnyPartsIsReadAsItWasWritten(@TempDir Path dir) {
    RandomCase.forAll(
        CASES,
        any -> {
          AnyRecord values = new AnyRecord(any);
          Parts parts = Parts.NONE;
          for (Part<?> part : ResultParts.ALL) {
            parts = with(parts, part, values);
          }
          RunResult run =
              new RunResult(
                  values.of(RunIdentity.class),
                  values.of(Verdict.class),
                  values.of(RunResult.Shape.class),
                  values.of(PhaseResult.class),
                  List.of(values.of(PhaseResult.class)),
                  parts);
          JsonNode written = ResultJson.tree(run);
          ResultTree stored = new ResultTree(RunResult.SCHEMA_VERSION, (ObjectNode) written);
          assertThat(ResultJson.tree(read(dir, stored))).isEqualTo(written);
        });
  }

  @SuppressWarnings("unchecked") // The value is of the type of the part.
  private static <T> Parts with(Parts parts, Part<T> part, AnyRecord values) {
    T value = (T) values.value(part.type().getType());
    return part.writes(value) ? parts.with(part, value) : parts;
  }

  private static RunResult read(Path dir, ResultTree stored) {
    try {
      return ResultJson.result(dir.resolve(ResultTree.FILE), stored);
    } catch (IOException e) {
      throw new AssertionError("cannot read " + stored, e);
    }
  }

  private static JsonNode written(Record record) {
    try {
      return ResultMapper.JSON.readTree(
          ResultMapper.JSON
              .writerFor(record.getClass())
              .withAttribute(CountsJson.ROUND_TRIPS, true)
              .writeValueAsString(record));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static <T extends Record> T read(JsonNode written, Class<T> type) {
    try {
      return ResultMapper.JSON.treeToValue(written, type);
    } catch (JsonProcessingException e) {
      throw new AssertionError("cannot read " + written, e);
    }
  }
}
