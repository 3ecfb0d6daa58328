package io.tidemark.model.workload;

import io.tidemark.driver.Key;
import io.tidemark.model.grammar.WrittenRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of the content of messages: four of OMB, and a separate section. */
public record PayloadKeys(
    @Key(
            "File with the body of every message, of exactly `messageSize` bytes."
                + " Searched in the working directory, the folder of the workload file and"
                + " its parent folder.")
        Optional<String> payloadFile,
    @Key(value = "Random bodies as in OMB: random bytes, then zeros.", orElse = "false")
        boolean useRandomizedPayloads,
    @Key(value = "Share of random bytes in such a body.", range = "0..1", orElse = "0.0")
        double randomBytesRatio,
    @Key(value = "Number of different random bodies.", range = DestinationSpec.COUNT, orElse = "0")
        int randomizedPayloadPoolSize,
    @Key("Content of bodies, instead of OMB's four keys.") Optional<Own> payload) {

  /** OMB's keys. */
  public static final List<String> OF_OMB =
      List.of(
          "payloadFile", "useRandomizedPayloads", "randomBytesRatio", "randomizedPayloadPoolSize");

  /** The section, of which one content is used. */
  public record Own(
      @Key(
              value = "Incompressible share of the body: 0 constant, 1 incompressible.",
              range = "0..1")
          Optional<Double> entropy,
      @Key(
              value =
                  "The same as `payload.entropy`: size after compression divided by size before.",
              range = "0..1")
          Optional<Double> compressedShare,
      @Key(value = "Number of different bodies.", range = "1..1000000", orElse = "1000")
          int poolSize,
      @Key(
              "Folder whose files are the bodies, in turn, in the order of their names."
                  + " Truncated or repeated to `messageSize`; without it they must have equal"
                  + " lengths.")
          Optional<String> corpus,
      @Key(
              "Text of a body; `#{n}` is a running number, `#{random:8}`"
                  + " eight random letters and digits.")
          Optional<String> template) {

    /** The keys of contents. */
    public static final List<String> KINDS =
        List.of("entropy", "compressedShare", "corpus", "template");
  }

  /** What a workload file says of the content that is used, defaults included. */
  public Map<String, Object> written() {
    Map<String, Object> all = new LinkedHashMap<>(WrittenRecord.of(this));
    if (payload.isPresent()) {
      all.keySet().retainAll(List.of("payload"));
    } else if (useRandomizedPayloads) {
      all.remove("payloadFile");
    } else {
      all.keySet().retainAll(List.of("payloadFile"));
    }
    return all;
  }
}
