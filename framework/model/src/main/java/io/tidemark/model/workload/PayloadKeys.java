package io.tidemark.model.workload;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.avro.AvroKeys;
import io.tidemark.model.body.BodySplit;
import io.tidemark.model.body.BodyType;
import io.tidemark.model.grammar.WrittenRecord;
import io.tidemark.model.load.PayloadSpec;
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
    @Key("Content of bodies, instead of OMB's four keys. Without any they are zeros.")
        Optional<Own> payload) {

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
              value =
                  "Files that are the bodies, in turn; of a folder all of its files, in the order of"
                      + " their names. Truncated or repeated to `messageSize`; without it each is"
                      + " sent as it is.",
              each = "A file or a folder.",
              single = true)
          List<String> corpus,
      @Key(
              "File with many bodies, divided as `payload.split` says. Without `messageSize` each"
                  + " is sent as it is. At most 64 MiB and 1,000,000 bodies.")
          Optional<String> file,
      @Key(
              value =
                  "How `payload.file` is divided: `lines`, one body per line; `length-prefix`, after"
                      + " its length (4 bytes, big-endian); `message-size`, into pieces of"
                      + " `messageSize`.",
              orElse = "lines")
          Optional<BodySplit> split,
      @Key("What is between the bodies of `payload.file`, instead of a line break. Not a pattern.")
          Optional<String> delimiter,
      @Key(
              "Text of a body with values such as `#{uniform:1..100}`; see"
                  + " [below](#values-of-a-template). Without `messageSize` each body has its own"
                  + " size.")
          Optional<String> template,
      @Key(
              value =
                  "Order of the bodies of `payload.corpus`, `payload.file` and `payload.template`:"
                      + " `in-turn`, each producer sends all of them, beginning with another one;"
                      + " `sequential`, message n of the run is body n, and the first follows the"
                      + " last; `random`, by `seed`.",
              orElse = "in-turn")
          Optional<PayloadSpec.Order> order,
      @Key(
              value =
                  "`json`: values of a template are escaped, and each body must be one JSON value."
                      + " Bodies stay JSON with `envelope.position: header`.",
              orElse = "any")
          Optional<BodyType> contentType,
      @Key(
              value =
                  "Avro bodies: random values of a schema, or those that `payload.corpus`,"
                      + " `payload.file` or `payload.template` have in Avro's JSON encoding.",
              shorthand = "schema")
          Optional<AvroKeys> avro) {

    /** The keys of contents. */
    public static final List<String> KINDS =
        List.of("entropy", "compressedShare", "corpus", "file", "template");

    /** The encoding of bodies; alone a content, too. */
    public static final String AVRO = "avro";

    public boolean isJson() {
      return contentType.filter(type -> type == BodyType.JSON).isPresent();
    }

    /** The keys of contents that are bodies. */
    public static final List<String> BODIES = List.of("corpus", "file", "template");
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
