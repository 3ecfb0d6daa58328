import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What one run does and what must come of it, derived from the seed and the run's number only.
 *
 * @param number of the run in the soak
 * @param system broker and driver
 * @param scenario kind of load
 * @param faults that the workload injects, one after the other
 * @param workload the workload file
 */
record SoakPlan(
    int number, Target system, Scenario scenario, List<SoakFault> faults, String workload) {
  private static final int WARM_UP_SECONDS = 2;
  private static final int MAX_BYTES_PER_SECOND = 2_000_000;
  private static final int FAULTS_PER_RUN = 6;
  private static final int FIRST_FAULT_SECONDS = 8;

  /** Runs of a system, of which the last one has another scenario than faults. */
  private static final int RUNS_PER_OTHER = 3;

  /** Brokers with their driver files; clusters have three nodes, replicas on each, and proxies. */
  enum Target {
    IN_MEMORY("", ""),
    KAFKA("kafka", "driver-kafka-strimzi/local.yaml"),
    RABBITMQ_QUORUM("rabbitmq", "driver-rabbitmq-quorum/local.yaml"),
    RABBITMQ_STREAM("rabbitmq", "driver-rabbitmq-stream/local.yaml");

    final String brokers;
    final String driverFile;

    Target(String brokers, String driverFile) {
      this.brokers = brokers;
      this.driverFile = brokers.isEmpty() ? "driver-inmemory/inmemory.yaml" : driverFile;
    }

    boolean isCluster() {
      return !brokers.isEmpty();
    }

    private boolean has(SoakFault.Kind fault) {
      return switch (fault) {
        case COMMAND -> true;
        // Nodes of RabbitMQ 4 do not return to their cluster after it.
        case PARTITION -> this == KAFKA;
        case MEMORY_ALARM -> brokers.equals("rabbitmq");
        default -> isCluster();
      };
    }

    List<SoakFault.Kind> faults() {
      return Stream.of(SoakFault.Kind.values()).filter(this::has).toList();
    }

    /**
     * The driver's own file; clusters have proxies. The broker may forget single active consumers of
     * streams when a node is lost (docs/reference/driver-rabbitmq-quorum.md).
     */
    String driverFile(Path root) throws IOException {
      return Files.readString(root.resolve(driverFile))
              .replace("  nodes: 3\n", "  nodes: 3\n  proxy: true\n")
          + (this == RABBITMQ_STREAM ? "singleActiveConsumer: false\n" : "");
    }
  }

  enum Scenario {
    STEADY,
    /** Consumers process half of the rate. */
    SLOW_CONSUMERS,
    FILL_THEN_DRAIN,
    REQUEST_REPLY
  }

  static SoakPlan of(long seed, int number) {
    Target system = Target.values()[number % Target.values().length];
    int run = number / Target.values().length;
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    boolean other = run % RUNS_PER_OTHER == RUNS_PER_OTHER - 1;
    Scenario scenario = other ? other(system, random) : Scenario.STEADY;
    List<SoakFault> faults =
        other
            ? List.of()
            : SoakFault.ofRun(
                system.faults(), seed, run - run / RUNS_PER_OTHER, FAULTS_PER_RUN, random);
    return new SoakPlan(
        number, system, scenario, faults, workload(system, scenario, faults, random));
  }

  private static Scenario other(Target system, SplittableRandom random) {
    Scenario wanted = pick(random, List.of(Scenario.values()));
    boolean answers = system == Target.IN_MEMORY || system == Target.RABBITMQ_QUORUM;
    // With direct delivery a slow consumer stops the sender, so there is no backlog.
    boolean queues = system.isCluster();
    return (wanted == Scenario.REQUEST_REPLY && !answers)
            || (wanted == Scenario.SLOW_CONSUMERS && !queues)
        ? Scenario.STEADY
        : wanted;
  }

  /** Name of a fault by its place in the list. */
  static String name(int place) {
    return "fault-" + (place + 1);
  }

  /** Whether brokers or the network have faults. */
  boolean disturbs() {
    return faults.stream().anyMatch(fault -> fault.kind() != SoakFault.Kind.COMMAND);
  }

  private static String workload(
      Target system, Scenario scenario, List<SoakFault> faults, SplittableRandom random) {
    int size = pick(random, List.of(64, 100, 1_000, 5_000, 20_000));
    int rate = Math.min(pick(random, List.of(50, 200, 500, 1_500)), MAX_BYTES_PER_SECOND / size);
    int seconds =
        faults.isEmpty()
            ? random.nextInt(3, 9)
            : FIRST_FAULT_SECONDS + faults.stream().mapToInt(each -> each.kind().seconds).sum();
    StringBuilder text = new StringBuilder();
    add(text, Map.entry("messageSize", size), Map.entry("seed", random.nextInt(1, 1_000_000)));
    if (scenario == Scenario.REQUEST_REPLY) {
      add(
          text,
          Map.entry("pattern", "request-reply"),
          Map.entry("pairs", random.nextInt(1, 3)),
          Map.entry("requesters", random.nextInt(2, 6)),
          Map.entry("producerRate", Math.min(rate, 200)));
    } else {
      int topics = scenario == Scenario.SLOW_CONSUMERS ? 1 : random.nextInt(1, 4);
      int partitions = scenario == Scenario.SLOW_CONSUMERS ? 1 : random.nextInt(1, 4);
      int consumers = system == Target.KAFKA ? random.nextInt(1, partitions + 1) : 1;
      add(
          text,
          Map.entry("topics", topics),
          Map.entry("partitionsPerTopic", partitions),
          Map.entry("producersPerTopic", random.nextInt(1, 3)),
          Map.entry("subscriptionsPerTopic", scenario == Scenario.STEADY ? random.nextInt(1, 3) : 1),
          Map.entry("consumerPerSubscription", consumers),
          Map.entry("maxInFlightPerProducer", pick(random, List.of(50, 1_000))),
          Map.entry("arrivals", pick(random, List.of("uniform", "poisson"))));
      if (scenario == Scenario.SLOW_CONSUMERS) {
        add(text, Map.entry("producerRate", 200), Map.entry("consumerProcessingTime", "10ms"));
      } else if (scenario == Scenario.FILL_THEN_DRAIN) {
        add(
            text,
            Map.entry("producerRate", rate),
            Map.entry("pattern", "fill-then-drain"),
            Map.entry("messageLimit", rate * 3));
      } else {
        add(text, Map.entry("producerRate", rate));
      }
    }
    add(
        text,
        Map.entry("warmupDuration", WARM_UP_SECONDS + "s"),
        Map.entry("testDuration", seconds + "s"),
        Map.entry("drainTimeout", "60s"));
    int at = FIRST_FAULT_SECONDS;
    for (int place = 0; place < faults.size(); place++) {
      text.append(place == 0 ? "sampleInterval: 200ms\nfaults:\n" : "");
      text.append(faults.get(place).yaml(name(place), at));
      at += faults.get(place).kind().seconds;
    }
    return text.toString();
  }

  @SafeVarargs
  private static void add(StringBuilder text, Map.Entry<String, ?>... values) {
    for (Map.Entry<String, ?> value : values) {
      text.append(value.getKey()).append(": ").append(value.getValue()).append('\n');
    }
  }

  private static <T> T pick(SplittableRandom random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @Override
  public String toString() {
    return "%3d %-15s %-15s %s"
        .formatted(number, system, scenario, faults.isEmpty() ? "no fault" : faults);
  }
}
