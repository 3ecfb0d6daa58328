package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.result.tree.ResultTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * How results become JSON and are read from it. Unknown fields are ignored: newer minor fields must
 * not stop a comparison.
 */
public final class ResultJson {
  private ResultJson() {}

  /** Writes {@code result.json}, as Jackson's default printer on Linux, on every system. */
  public static ObjectWriter writer(RunResult result) {
    return ResultMapper.JSON
        .writerFor(RunResult.class)
        .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
        .withAttribute(CountsJson.ROUND_TRIPS, result.requestReply().isPresent());
  }

  /** What was counted in an interval, with its rates. */
  public static JsonNode tree(Throughput interval) {
    try {
      return ResultMapper.JSON.readTree(
          ResultMapper.JSON
              .writerFor(Throughput.class)
              .withAttribute(CountsJson.ROUND_TRIPS, true)
              .writeValueAsBytes(interval));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The tree that {@link #writer} writes. */
  public static JsonNode tree(RunResult result) {
    try {
      return ResultMapper.JSON.readTree(writer(result).writeValueAsBytes(result));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The result in a file, with its samples, which are read when they are asked for, and the
   * settings of its broker.
   *
   * @param tree content of the file
   * @throws IOException if it is damaged; the message has the path of the field
   */
  public static RunResult result(Path file, ResultTree tree) throws IOException {
    RunResult result = StoredForm.read(ResultMapper.JSON, tree.root(), RunResult.class);
    return result
        .with(result.phases(), SamplesFile.beside(file))
        .withBrokerConfiguration(BrokerConfigurationFile.beside(file));
  }
}
