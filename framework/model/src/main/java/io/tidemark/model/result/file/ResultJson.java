package io.tidemark.model.result.file;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.model.part.Part;
import io.tidemark.model.part.Parts;
import io.tidemark.model.result.PhaseResult;
import io.tidemark.model.result.RunIdentity;
import io.tidemark.model.result.RunResult;
import io.tidemark.model.result.Sample;
import io.tidemark.model.result.Throughput;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.json.CountsJson;
import io.tidemark.model.result.tree.ResultTree;
import io.tidemark.model.snapshot.BrokerConfiguration;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How results become JSON and are read from it. Unknown fields are ignored: newer minor fields must
 * not stop a comparison.
 */
public final class ResultJson {
  private static final Part<RunIdentity> RUN = new Head<>("run") {};
  private static final Part<Verdict> VERDICT = new Head<>("verdict") {};
  private static final Part<RunResult.Shape> SHAPE = new Head<>("shape") {};
  private static final Part<PhaseResult> TOTALS = new Head<>("totals") {};
  private static final Part<List<PhaseResult>> PHASES = new Head<>("phases") {};

  /** What is written of every run before its parts. */
  private abstract static class Head<T> extends Part<T> {
    Head(String name) {
      super(name, Written.ALWAYS, null);
    }
  }

  private ResultJson() {}

  /** Writes {@code result.json}, as Jackson's default printer on Linux, on every system. */
  public static void write(RunResult run, OutputStream out) throws IOException {
    writer(run.requestReply().isPresent())
        .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")))
        .writeValue(out, form(run));
  }

  private static ObjectWriter writer(boolean roundTrips) {
    return ResultMapper.JSON.writer().withAttribute(CountsJson.ROUND_TRIPS, roundTrips);
  }

  private static Map<String, Object> form(RunResult run) {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("schemaVersion", RunResult.SCHEMA_VERSION);
    form.put(RUN.name(), run.identity());
    form.put(VERDICT.name(), run.verdict());
    form.put(SHAPE.name(), run.shape());
    form.put(TOTALS.name(), run.totals());
    form.put(PHASES.name(), run.phases());
    ResultParts.ALL.forEach(part -> put(form, run, part));
    return form;
  }

  private static <T> void put(Map<String, Object> form, RunResult run, Part<T> part) {
    T value = run.part(part);
    if (part.writes(value)) {
      form.put(part.name(), value);
    }
  }

  /** What was counted in an interval, with its rates. */
  public static JsonNode tree(Throughput interval) {
    return tree(interval, true);
  }

  /** The tree that {@link #write} writes. */
  public static JsonNode tree(RunResult run) {
    return tree(form(run), run.requestReply().isPresent());
  }

  private static JsonNode tree(Object value, boolean roundTrips) {
    try {
      return ResultMapper.JSON.readTree(writer(roundTrips).writeValueAsBytes(value));
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
    ObjectNode root = tree.root();
    Parts parts = Parts.NONE;
    for (Part<?> part : ResultParts.ALL) {
      parts = with(parts, part, root);
    }
    return new RunResult(
        StoredForm.part(root, RUN),
        StoredForm.part(root, VERDICT),
        StoredForm.part(root, SHAPE),
        StoredForm.part(root, TOTALS),
        StoredForm.part(root, PHASES),
        parts
            .with(Sample.PART, SamplesFile.beside(file, SamplesFile.NAME))
            .with(Sample.TEN_SECONDS, SamplesFile.beside(file, SamplesFile.TEN_SECONDS))
            .with(BrokerConfiguration.PART, BrokerConfigurationFile.beside(file)));
  }

  private static <T> Parts with(Parts parts, Part<T> part, ObjectNode root) throws IOException {
    return parts.with(part, StoredForm.part(root, part));
  }
}
