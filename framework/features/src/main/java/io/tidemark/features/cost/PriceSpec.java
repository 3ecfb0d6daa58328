package io.tidemark.features.cost;

import io.tidemark.driver.settings.Key;
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.metric.Metric;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The {@code price} of a driver's file, or of an environment of a study: what the system costs. */
public record PriceSpec(
    @Key(
            value =
                "Price of a month of the whole system, or of the part of it that no other key"
                    + " states.",
            range = "0..")
        Optional<Double> amountPerMonth,
    @Key(value = "One for all environments of a study.", orElse = "USD") String currency,
    @Key("Price of the nodes of the broker.") Optional<NodePrice> node,
    @Key("Price of licences or support.") Optional<LicencePrice> licence,
    @Key(
            value =
                "How long messages are kept: stored GiB are the rate of payload bytes x retention x"
                    + " replication. Required with `volume` and `objectStorage`; with"
                    + " `objectStorage` the default is `retention.ms` of the driver's"
                    + " `topicConfig`.",
            range = "1s..")
        Optional<Duration> retention,
    @Key(
            value = "Number of stored copies. Default: the replication of the run, if it is known.",
            range = "1..99")
        Optional<Integer> replication,
    @Key("Price of the volumes of the nodes.") Optional<VolumePrice> volume,
    @Key("Price of bytes that nodes write to disks, as measured.") Optional<WritePrice> diskWrites,
    @Key("Price of bytes between nodes in different zones, as measured between nodes.")
        Optional<TrafficPrice> betweenZones,
    @Key("Price of delivered payload.") Optional<TrafficPrice> toClients,
    @Key("Price of published payload.") Optional<TrafficPrice> fromClients,
    @Key("Price of requests of clients: sends and deliveries.") Optional<RequestPrice> requests,
    @Key(
            "Price of the object storage of tiered topics, in which each closed segment is stored"
                + " once; the volumes keep `localRetention` only.")
        Optional<ObjectStoragePrice> objectStorage) {
  /** The key in driver files. */
  public record InDriver(
      @Key(
              "What the system costs: the result has a table of the amounts, and metrics `price.*`."
                  + " `price` of an environment of a study replaces it.")
          Optional<PriceSpec> price) {}

  /** For {@link io.tidemark.features.Features}. */
  public static final AddedKeys ADDED =
      new AddedKeys(FileKind.DRIVER, "", InDriver.class, (file, phases) -> check(file));

  /** The key of the section. */
  public static final String SECTION = "price";

  /** Compares amounts only in one currency. */
  static final Metric.Within ONE_CURRENCY =
      new Metric.Within(SECTION + ".currency", "amounts are only compared in one currency");

  /** Hours of a month: 365 days / 12. */
  public static final double HOURS_PER_MONTH = 730;

  private static final String PER_MONTH = "perMonth";
  private static final String PER_HOUR = "perHour";
  private static final Grammar GRAMMAR = Grammar.of(PriceSpec.class);

  /** One of both prices is there. */
  public record NodePrice(
      @Key(value = "Price of a node for a month.", range = "0..") Optional<Double> perMonth,
      @Key(value = "Price of a node for an hour; a month has 730 hours.", range = "0..")
          Optional<Double> perHour,
      @Key(value = "Number of nodes. Default: that of the run, if it is known.", range = "1..9999")
          Optional<Integer> number) {
    public double month() {
      return monthly(perMonth, perHour);
    }
  }

  /** One of both prices is there. */
  public record LicencePrice(
      @Key(value = "Price for a month.", range = "0..") Optional<Double> perMonth,
      @Key(value = "Price for an hour.", range = "0..") Optional<Double> perHour,
      @Key("Whether each node needs one.") boolean perNode) {
    public double month() {
      return monthly(perMonth, perHour);
    }
  }

  /** Stored bytes. */
  public record VolumePrice(
      @Key(value = "Price of a GiB for a month.", range = "0..", required = true)
          double perGiBMonth) {}

  /** Written bytes. */
  public record WritePrice(
      @Key(value = "Price of a GiB.", range = "0..", required = true) double perGiB) {}

  /** Bytes over a network. */
  public record TrafficPrice(
      @Key(value = "Price of a GiB.", range = "0..", required = true) double perGiB,
      @Key(
              value =
                  "Share of the bytes that is paid for: with clients spread over 3 zones and"
                      + " leaders in any of them, about 0.67 of it crosses zones.",
              range = "0..1",
              orElse = "1")
          double share) {}

  /** Requests of clients. */
  public record RequestPrice(
      @Key(value = "Price of 1,000,000 requests.", range = "0..", required = true)
          double perMillion,
      @Key(
              value = "Requests for each message: 0.1 for batches of 10.",
              range = "0..1000",
              orElse = "1")
          double perMessage) {}

  /** Tiered topics. */
  public record ObjectStoragePrice(
      @Key(value = "Price of a GiB for a month.", range = "0..", required = true)
          double perGiBMonth,
      @Key(value = "Price of 1,000,000 requests that write.", range = "0..")
          double perMillionWrites,
      @Key(value = "Price of 1,000,000 requests that read.", range = "0..") double perMillionReads,
      @Key(
              value =
                  "Size of a segment. Default: `segment.bytes` of the driver's `topicConfig`, else"
                      + " 1 GiB, the default of Kafka.",
              size = true,
              range = "1B..")
          Optional<Long> segmentSize,
      @Key(
              value =
                  "Requests that write one segment: its objects, with the parts of a large one.",
              range = "1..1000000",
              orElse = "3")
          double writesPerSegment,
      @Key(
              value =
                  "How long volumes keep messages. Default: `local.retention.ms` of the driver's"
                      + " `topicConfig`; without it volumes keep all of the retention.",
              range = "1ms..")
          Optional<Duration> localRetention,
      @Key(
              value = "Share of the delivered payload that is read from the object storage.",
              range = "0..1",
              orElse = "0")
          double readShare,
      @Key(value = "Bytes that one request reads.", size = true, range = "1B..", orElse = "4MiB")
          long readSize) {}

  private static double monthly(Optional<Double> perMonth, Optional<Double> perHour) {
    return perMonth.orElseGet(() -> perHour.orElse(0.0) * HOURS_PER_MONTH);
  }

  /** Whether it is one amount for the whole system. */
  public boolean isOneAmount() {
    return amountPerMonth.isPresent() && parts().allMatch(Optional::isEmpty);
  }

  private Stream<Optional<?>> parts() {
    return Stream.of(
        node,
        licence,
        volume,
        diskWrites,
        betweenZones,
        toClients,
        fromClients,
        requests,
        objectStorage);
  }

  /**
   * What single keys of the section cannot show.
   *
   * @param file the keys beside the section
   */
  public static void check(Fields file) {
    if (!file.has(SECTION)) {
      return;
    }
    Fields section = file.section(SECTION);
    boolean any =
        Stream.of(PriceSpec.class.getRecordComponents())
            .map(each -> each.getName())
            .filter(name -> !List.of("currency", "retention", "replication").contains(name))
            .anyMatch(section::has);
    if (!any) {
      file.error(
          SECTION,
          "has no price; allowed at least one of amountPerMonth, node, licence, volume, diskWrites,"
              + " betweenZones, toClients, fromClients, requests, objectStorage");
    }
    for (String key : List.of("node", "licence")) {
      if (section.has(key)) {
        Fields part = section.section(key);
        if (part.has(PER_MONTH) == part.has(PER_HOUR)) {
          section.error(
              key,
              "got "
                  + (part.has(PER_MONTH) ? "perMonth and perHour" : "neither perMonth nor perHour")
                  + "; allowed one of them");
        }
      }
    }
    if (section.has("volume") && !section.has("objectStorage") && !section.has("retention")) {
      section.error(
          "volume", "has no retention, so that stored GiB are not known; allowed with retention");
    }
  }

  /**
   * The section of the stored configuration of a driver; empty without one.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException if it is damaged
   */
  public static Optional<PriceSpec> of(Map<String, Object> driver) {
    if (!(driver.get(SECTION) instanceof Map<?, ?> section)) {
      return Optional.empty();
    }
    Problems problems = new Problems();
    YamlMap map = YamlMap.of(section, SourceLocation.start(new SourceFile(SECTION, "")));
    Fields fields = GRAMMAR.check(map, true, problems);
    problems.throwIfErrors();
    return Optional.of(fields.read(PriceSpec.class));
  }
}
