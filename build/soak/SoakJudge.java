import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the result of a run with its plan. */
final class SoakJudge {
  /** Reasons of an INVALID run that a busy machine may have at any time. */
  private static final Set<String> MACHINE =
      Set.of(
          "schedule-missed", "generator-late", "cpu-starved", "gc-pause", "cpu-steal", "throttled");

  /** What is compared, for the page of a series. */
  static final List<String> COMPARED =
      List.of(
          "The run ended within its deadline, with a result, without a stack trace, and with the exit code of its status.",
          "Each planned fault is in the result, with its nodes, without a problem, in effect, undone if it has a duration, and with an effect where it must have one.",
          "Sent messages are acknowledged, failed and unacknowledged ones; none is lost, corrupted or foreign; without a fault none failed, and none is duplicated or missing.",
          "The backlog was drained, and consumers at half of the rate had one.",
          "Each finding has a cause: the injected faults, slow consumers, or the machine.");

  private final SoakPlan plan;
  private final JsonNode result;
  private final List<String> disagreements = new ArrayList<>();

  private SoakJudge(SoakPlan plan, JsonNode result) {
    this.plan = plan;
    this.result = result;
  }

  /** What is wrong, in one line each. */
  static List<String> disagreements(SoakPlan plan, int exitCode, String output, JsonNode result) {
    SoakJudge judge = new SoakJudge(plan, result);
    judge.check(!output.contains("\tat "), "the output has a stack trace");
    judge.checkExitCode(exitCode);
    judge.checkFaults();
    judge.checkFindings();
    judge.checkDelivery();
    judge.checkBacklog();
    return judge.disagreements;
  }

  /** Whether a fault of the plan was in effect, by its place in the list. */
  static boolean wasInEffect(int place, JsonNode result) {
    for (JsonNode fault : result.path("faults")) {
      if (fault.path("name").asText().equals(SoakPlan.name(place))) {
        return fault.path("problem").asText("none").isEmpty()
            && fault.path("inEffectEpochMicros").isNumber()
            && !isAfterLoad(fault.path("effect"));
      }
    }
    return false;
  }

  static String status(JsonNode result) {
    return result.path("verdict").path("status").asText();
  }

  /** Codes of the findings that are more than remarks. */
  static Set<String> reasons(JsonNode result) {
    Set<String> codes = new TreeSet<>();
    for (JsonNode finding : result.path("verdict").path("findings")) {
      if (!finding.path("severity").asText().equals("REMARK")) {
        codes.add(finding.path("code").asText());
      }
    }
    return codes;
  }

  private void checkExitCode(int exitCode) {
    int expected = status(result).equals("VALID") ? 0 : 1;
    check(exitCode == expected, status(result) + " with exit code " + exitCode);
  }

  private void checkFindings() {
    Set<String> reasons = reasons(result);
    if (reasons.removeAll(MACHINE) && plan.scenario() != SoakPlan.Scenario.SLOW_CONSUMERS) {
      reasons.remove("rate-not-met"); // The brokers share the machine.
    }
    if (plan.disturbs()) {
      reasons.removeAll(Set.of("messages-duplicated", "messages-out-of-order")); // Its effects.
    }
    if (plan.scenario() == SoakPlan.Scenario.SLOW_CONSUMERS) {
      check(reasons.remove("rate-not-met"), "consumers at half of the rate, but no rate-not-met");
    }
    check(reasons.isEmpty(), "findings without a cause: " + reasons);
  }

  private void checkFaults() {
    JsonNode faults = result.path("faults");
    check(
        faults.size() == plan.faults().size(),
        "planned %d faults, got %s".formatted(plan.faults().size(), faults));
    for (int place = 0; place < plan.faults().size(); place++) {
      for (JsonNode fault : faults) {
        if (fault.path("name").asText().equals(SoakPlan.name(place))) {
          checkFault(plan.faults().get(place), fault);
        }
      }
    }
  }

  private void checkFault(SoakFault planned, JsonNode fault) {
    check(fault.path("action").asText().startsWith(planned.action()), "another fault: " + fault);
    check(fault.path("problem").asText("none").isEmpty(), "problem of the fault: " + fault);
    check(fault.path("inEffectEpochMicros").isNumber(), "never in effect: " + fault);
    check(
        fault.path("undoneEpochMicros").isNumber() == planned.kind().lasting,
        "undone or not as planned: " + fault);
    check(fault.path("effect").isObject(), "no figures: " + fault);
    check(fault.path("nodes").size() == planned.kind().nodes(), "nodes: " + fault);
    check(
        hadEffect(fault.path("effect"))
            || !fault.path("effect").path("overlaps").isEmpty()
            || !planned.hasEffect(plan.system())
            || isAfterLoad(fault.path("effect")),
        "without an effect: " + fault);
  }

  /** It waited for the restart of another node, and the load was over then. */
  private static boolean isAfterLoad(JsonNode effect) {
    return effect.path("outlastsLoad").asBoolean()
        && effect.path("overlaps").isEmpty()
        && effect.path("windowSeconds").asDouble() == 0;
  }

  private static boolean hadEffect(JsonNode effect) {
    boolean had = effect.path("leaderChanges").asLong() > 0;
    for (String direction : List.of("publish", "deliver")) {
      JsonNode flow = effect.path(direction);
      had |= flow.path("silenceSeconds").asDouble() > 0 || flow.path("dipSeconds").isNumber();
    }
    return had;
  }

  private void checkDelivery() {
    long sent = delivery("sentMessages");
    long acknowledged = delivery("acknowledgedMessages");
    long failed = delivery("failedMessages");
    long open = delivery("unacknowledgedMessages");
    check(sent > 0, "nothing was sent");
    check(
        sent == acknowledged + failed + open,
        "sent %d is not acknowledged %d + failed %d + unacknowledged %d"
            .formatted(sent, acknowledged, failed, open));
    check(delivery("lostMessages") == 0, "lost " + delivery("lostMessages"));
    check(delivery("corruptedMessages") == 0, "corrupted " + delivery("corruptedMessages"));
    check(delivery("foreignMessages") == 0, "foreign " + delivery("foreignMessages"));
    if (!plan.disturbs()) {
      check(failed + open == 0, "without a fault: failed %d, open %d".formatted(failed, open));
      check(delivery("duplicatedMessages") == 0, "without a fault: duplicates");
    }
    for (JsonNode each : result.path("delivery").path("subscriptions")) {
      long missing =
          each.path("expectedMessages").asLong() - each.path("receivedMessages").asLong();
      check(
          missing <= 0 || plan.disturbs(),
          "%s: %d were not received".formatted(each.path("subscription").asText(), missing));
    }
    check(result.path("verdictInputs").path("drained").asBoolean(), "not drained after 60 s");
  }

  private void checkBacklog() {
    long peak = result.path("verdictInputs").path("peakBacklogMessages").asLong();
    if (plan.scenario() == SoakPlan.Scenario.SLOW_CONSUMERS) {
      check(peak > 100, "consumers at half of the rate, but the peak backlog is " + peak);
    }
  }

  private long delivery(String count) {
    return result.path("delivery").path(count).asLong(-1);
  }

  private void check(boolean agrees, String otherwise) {
    if (!agrees) {
      disagreements.add(otherwise);
    }
  }
}
