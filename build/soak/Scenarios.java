import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The small variants of the published studies S2 and S9 on a real cluster, one after the other, with the outcomes that
 * hold on any machine; see {@code bin/soak}. Whether a rate is reached depends on the machine, so it is only printed.
 */
final class Scenarios {
  private static final Duration DEADLINE = Duration.ofMinutes(25);

  private final JsonNode result;
  private final List<String> wrong = new ArrayList<>();

  private Scenarios(JsonNode result) {
    this.result = result;
  }

  /** Each workload of the scenarios with what must have come of it, apart from what holds for all. */
  private static final Map<String, Consumer<Scenarios>> WORKLOADS =
      new TreeMap<>(
          Map.of(
              "s2-fill-then-drain-small", Scenarios::filledAndDrained,
              "s9-base-small", scenario -> scenario.phases("test"),
              "s9-intensity-steps-small",
                  scenario ->
                      scenario.phases(
                          "step-100", "step-500", "step-1000", "step-1500", "step-2000", "step-2500",
                          "step-3000"),
              "s9-consumer-slowdown-small", Scenarios::slowedDown,
              "s9-publish-peak-small", Scenarios::peaked,
              "s9-lost-broker-small", Scenarios::lostABroker));

  /**
   * @param arguments the checkout, and the driver file
   */
  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    Path folder = Files.createTempDirectory("tidemark-scenarios-");
    Benchmark benchmark = new Benchmark(root, folder);
    List<String> files = new ArrayList<>(List.of("-d", arguments[1]));
    WORKLOADS.keySet().forEach(name -> files.add(root.resolve("studies/workloads/" + name + ".yaml").toString()));
    if (benchmark.run(DEADLINE, Redirect.INHERIT, files).isEmpty()) {
      System.out.println("the scenarios did not end within " + DEADLINE.toMinutes() + " minutes");
      System.exit(1);
    }
    int disagreed = 0;
    for (String name : WORKLOADS.keySet()) {
      List<String> wrong = judge(benchmark, name);
      System.out.println(name + ": " + (wrong.isEmpty() ? "as expected" : wrong));
      disagreed += wrong.isEmpty() ? 0 : 1;
    }
    System.out.println("Results: " + benchmark.results());
    System.exit(disagreed == 0 ? 0 : 1);
  }

  private static List<String> judge(Benchmark benchmark, String name) throws IOException {
    Optional<JsonNode> result = benchmark.result(name);
    if (result.isEmpty()) {
      return List.of("no result");
    }
    Scenarios scenario = new Scenarios(result.get());
    scenario.nothingIsLost();
    WORKLOADS.get(name).accept(scenario);
    return scenario.wrong;
  }

  private void nothingIsLost() {
    JsonNode delivery = result.path("delivery");
    check(delivery.path("acknowledgedMessages").asLong() > 0, "nothing was acknowledged");
    check(delivery.path("lostMessages").asLong(-1) == 0, "lost " + delivery.path("lostMessages"));
    check(delivery.path("corruptedMessages").asLong(-1) == 0, "corrupted messages");
    check(inputs().path("drained").asBoolean(), "the backlog did not drain");
    check(inputs().path("ending").asText().equals("COMPLETED"), "ended by " + inputs().path("ending"));
    for (JsonNode objective : result.path("verdict").path("objectives")) {
      check(!objective.path("met").isNull(), "not evaluated: " + objective);
    }
  }

  /** All messages are in the queue before the first one is read. */
  private void filledAndDrained() {
    phases("fill", "drain");
    check(peakBacklog() == 200_000, "the peak backlog is " + peakBacklog());
    check(received() == 200_000, "received " + received());
    check(seconds("fill") > 0 && seconds("drain") > 0, "fill and drain took no time");
  }

  /** 20 consumers that take 30 ms handle 667 of 1,000 messages per second; with 10 ms, 2,000. */
  private void slowedDown() {
    phases("fast", "slowing", "slow", "recovering", "recovered");
    check(backlog("fast") < backlog("slow"), "no backlog grew while consumers were slow");
    check(backlog("slow") > 1_000, "the backlog of slow consumers is " + backlog("slow"));
    check(backlog("recovered") < backlog("slow") / 10, "left at the end " + backlog("recovered"));
  }

  /** 20 consumers that take 15.4 ms handle 1,299 messages per second. */
  private void peaked() {
    phases("base", "rising", "peak", "falling", "base-again");
    check(backlog("peak") > 1_000, "the backlog at the peak is " + backlog("peak"));
    check(backlog("base-again") < backlog("falling"), "left at the end " + backlog("base-again"));
  }

  private void lostABroker() {
    phases("rate-200", "rate-1000", "rate-2000");
    check(result.path("faults").size() == 3, "faults: " + result.path("faults").size());
    for (JsonNode fault : result.path("faults")) {
      String name = fault.path("name").asText();
      check(fault.path("problem").asText("?").isEmpty(), name + ": " + fault.path("problem"));
      check(fault.path("undoneEpochMicros").isNumber(), name + " was not undone");
      check(fault.path("effect").path("recoverySeconds").isNumber(), name + ": no recovery");
    }
  }

  /** That it has these measured phases, and messages in each. */
  private void phases(String... names) {
    for (String name : names) {
      JsonNode received = phase(name).path("byTime").path("counts").path("receivedMessages");
      JsonNode sent = phase(name).path("byTime").path("counts").path("sentMessages");
      check(received.asLong() + sent.asLong() > 0, "no messages in phase " + name);
    }
    for (JsonNode phase : result.path("phases")) {
      String name = phase.path("name").asText();
      if (phase.path("measured").asBoolean() && !Set.of(names).contains(name)) {
        wrong.add("a further phase " + name);
      }
    }
  }

  private JsonNode phase(String name) {
    for (JsonNode phase : result.path("phases")) {
      if (phase.path("name").asText().equals(name)) {
        return phase;
      }
    }
    return result.path("no such phase");
  }

  private long backlog(String phase) {
    return phase(phase).path("backlogMessages").asLong(-1);
  }

  private double seconds(String phase) {
    return phase(phase).path("lengthSeconds").asDouble();
  }

  private long peakBacklog() {
    return inputs().path("peakBacklogMessages").asLong();
  }

  private long received() {
    return result.path("runCounts").path("receivedMessages").asLong();
  }

  private JsonNode inputs() {
    return result.path("verdictInputs");
  }

  private void check(boolean agrees, String otherwise) {
    if (!agrees) {
      wrong.add(otherwise);
    }
  }
}
