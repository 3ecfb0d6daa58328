import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What came out of one run of a soak; a line of the file of a series.
 *
 * @param seed of the soak
 * @param number of the run
 * @param started ISO 8601, UTC
 * @param system broker and driver
 * @param scenario kind of load
 * @param status of the verdict, or {@link #NO_RESULT}
 * @param reasons codes of its findings
 * @param seconds from start to end
 * @param sentMessages 0 without a result
 * @param faults of its plan
 * @param problems disagreements with its plan
 */
record SoakRun(
    long seed,
    int number,
    String started,
    String system,
    String scenario,
    String status,
    List<String> reasons,
    long seconds,
    long sentMessages,
    List<Fault> faults,
    List<String> problems) {
  static final String NO_RESULT = "NO RESULT";

  /**
   * A fault of the plan.
   *
   * @param kind as in a workload
   * @param target the node, as in a workload
   * @param inEffect whether the result has it in effect, without a problem
   */
  record Fault(String kind, String target, boolean inEffect) {
    /** A command that the workload runs disturbs no broker. */
    boolean counts() {
      return inEffect && !kind.equals(SoakFault.Kind.COMMAND.key);
    }
  }

  static SoakRun of(
      long seed,
      SoakPlan plan,
      String started,
      long seconds,
      Optional<JsonNode> result,
      List<String> problems) {
    List<Fault> faults = new ArrayList<>();
    for (int place = 0; place < plan.faults().size(); place++) {
      int at = place;
      SoakFault fault = plan.faults().get(place);
      boolean inEffect = result.filter(each -> SoakJudge.wasInEffect(at, each)).isPresent();
      faults.add(new Fault(fault.kind().key, fault.target(), inEffect));
    }
    return new SoakRun(
        seed,
        plan.number(),
        started,
        plan.system().name(),
        plan.scenario().name(),
        result.map(SoakJudge::status).orElse(NO_RESULT),
        result.map(each -> List.copyOf(SoakJudge.reasons(each))).orElse(List.of()),
        seconds,
        result.map(each -> each.path("delivery").path("sentMessages").asLong()).orElse(0L),
        faults,
        problems);
  }

  /** Faults of brokers and networks that were in effect. */
  int faultsInEffect() {
    return (int) faults.stream().filter(Fault::counts).count();
  }
}
