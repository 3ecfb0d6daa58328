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
 * @param fault that the workload injects
 * @param workload the workload file
 */
record SoakPlan(int number, Target system, Scenario scenario, Fault fault, String workload) {
  private static final int WARM_UP_SECONDS = 2;
  private static final int MAX_BYTES_PER_SECOND = 2_000_000;

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

    /** The driver's own file; clusters have proxies. */
    String driverFile(Path root) throws IOException {
      return Files.readString(root.resolve(driverFile))
          .replace("  nodes: 3\n", "  nodes: 3\n  proxy: true\n");
    }
  }

  enum Scenario {
    STEADY,
    /** Consumers process half of the rate. */
    SLOW_CONSUMERS,
    FILL_THEN_DRAIN,
    REQUEST_REPLY
  }

  /** Kinds of fault, with their keys in a workload. */
  enum Fault {
    NONE("", false),
    KILL("kill", true),
    STOP("stop", true),
    RESTART("restart", false),
    ROLLING_RESTART("rollingRestart", false),
    FREEZE("freeze", true),
    PARTITION("partition", true),
    LATENCY("latency", true),
    RESET("resetConnections", false),
    MEMORY_ALARM("memoryAlarm", true),
    COMMAND("command", true);

    final String key;
    final boolean lasting;

    Fault(String key, boolean lasting) {
      this.key = key;
      this.lasting = lasting;
    }

    boolean isFor(Target system) {
      return switch (this) {
        case NONE, COMMAND -> true;
        // Replicas of streams have no proxies between them.
        case PARTITION -> system.isCluster() && system != Target.RABBITMQ_STREAM;
        case MEMORY_ALARM -> system.brokers.equals("rabbitmq");
        default -> system.isCluster();
      };
    }

    /** How many nodes of three it concerns. */
    int nodes() {
      return switch (this) {
        case NONE, COMMAND -> 0;
        case ROLLING_RESTART -> 3;
        default -> 1;
      };
    }

    /** Of the load, with its recovery. */
    private int seconds() {
      return this == ROLLING_RESTART ? 60 : 28;
    }

    /** A line of a workload. */
    private String yaml(SplittableRandom random) {
      String what =
          this == COMMAND
              ? "command: sleep 0.5, undo: sleep 0.5"
              : key
                  + ": "
                  + (this == ROLLING_RESTART
                      ? "all"
                      : pick(random, List.of("random", "leader", "1", "2", "3")));
      return "faults:\n  - {at: 8s, %s%s%s}\n"
          .formatted(
              what,
              this == LATENCY ? ", delay: 30ms, jitter: 20ms" : "",
              lasting ? ", duration: " + random.nextInt(2, 7) + "s" : "");
    }
  }

  static SoakPlan of(long seed, int number) {
    Target system = Target.values()[number % Target.values().length];
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
    Scenario scenario = scenario(system, random);
    List<Fault> possible = Stream.of(Fault.values()).filter(each -> each.isFor(system)).toList();
    Fault fault = scenario == Scenario.STEADY ? pick(random, possible) : Fault.NONE;
    return new SoakPlan(
        number, system, scenario, fault, workload(system, scenario, fault, random));
  }

  private static Scenario scenario(Target system, SplittableRandom random) {
    Scenario wanted =
        pick(
            random,
            List.of(
                Scenario.STEADY,
                Scenario.STEADY,
                Scenario.STEADY,
                Scenario.SLOW_CONSUMERS,
                Scenario.FILL_THEN_DRAIN,
                Scenario.REQUEST_REPLY));
    boolean answers = system == Target.IN_MEMORY || system == Target.RABBITMQ_QUORUM;
    // With direct delivery a slow consumer stops the sender, so there is no backlog.
    boolean queues = system.isCluster();
    return (wanted == Scenario.REQUEST_REPLY && !answers)
            || (wanted == Scenario.SLOW_CONSUMERS && !queues)
        ? Scenario.STEADY
        : wanted;
  }

  private static String workload(
      Target system, Scenario scenario, Fault fault, SplittableRandom random) {
    int size = pick(random, List.of(64, 100, 1_000, 5_000, 20_000));
    int rate = Math.min(pick(random, List.of(50, 200, 500, 1_500)), MAX_BYTES_PER_SECOND / size);
    int seconds = fault == Fault.NONE ? random.nextInt(3, 9) : fault.seconds();
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
    if (fault != Fault.NONE) {
      text.append("sampleInterval: 200ms\n").append(fault.yaml(random));
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
        .formatted(
            number,
            system,
            scenario,
            fault == Fault.NONE ? "no fault" : fault);
  }
}
