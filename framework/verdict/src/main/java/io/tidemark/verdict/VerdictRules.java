package io.tidemark.verdict;

import io.tidemark.model.result.FigureGroup;
import io.tidemark.model.result.FigureValidity;
import io.tidemark.model.result.JudgedRun;
import io.tidemark.model.result.Verdict;
import io.tidemark.model.result.Verdict.Finding;
import io.tidemark.model.result.Verdict.ObjectiveResult;
import io.tidemark.model.result.Verdict.Severity;
import io.tidemark.model.result.Verdict.Status;
import io.tidemark.model.workload.Workload;
import io.tidemark.verdict.ScheduleRule.RateNotMet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The verdict: a pure function of a stored result, its workload and its criteria. */
public final class VerdictRules {
  /** A rule, beside which the findings stand that it makes. */
  interface Rule {
    void judge(RuleInput facts, Findings findings);
  }

  /** In the order of their findings with one severity. */
  static final List<Rule> RULES =
      List.of(
          EndingRule::judge,
          VerdictRules::load,
          FaultRule::judge,
          ClockRule::judge,
          (facts, findings) -> new MessageRule(facts, findings).judge(),
          AuditRule::judge,
          OutcomeRule::judge,
          PriorityRule::judge,
          (facts, findings) ->
              facts.run().requestReply().ifPresent(new MessageRule(facts, findings)::replies),
          BrokerCountRule::judge,
          LeftoverRule::judge,
          PatternRule::judge,
          DriftRule::judge,
          ConditionRule::judge,
          RecordRule::judge);

  /** Not among the findings of a verdict, which has its objectives. */
  @Found.Type(
      as = Severity.FAILS,
      value =
          "An objective was missed, or nothing was measured for it. Results have it in `objectives`"
              + " of the verdict, not in `findings`.",
      next = "use less load or another set-up of the broker, or change the objective")
  public interface ObjectiveMissed extends Found {}

  private static final List<Class<?>> CLASSES =
      List.of(
          EndingRule.class,
          HostRule.class,
          ScheduleRule.class,
          FaultRule.class,
          ClockRule.class,
          MessageRule.class,
          AuditRule.class,
          OutcomeRule.class,
          PriorityRule.class,
          BrokerCountRule.class,
          LeftoverRule.class,
          PatternRule.class,
          DriftRule.class,
          ConditionRule.class,
          RecordRule.class,
          VerdictRules.class);

  private VerdictRules() {}

  /** The types of all findings, each declared beside its rule, in the order of their codes. */
  public static List<Class<? extends Found>> findings() {
    return CLASSES.stream()
        .flatMap(rule -> Arrays.stream(rule.getDeclaredClasses()))
        .filter(each -> each.isAnnotationPresent(Found.Type.class))
        .<Class<? extends Found>>map(each -> each.asSubclass(Found.class))
        .sorted(Comparator.comparing(Found::code))
        .toList();
  }

  /**
   * Judges a run.
   *
   * @param workload what the run had planned
   * @param criteria thresholds and objectives: of this workload, or of another one
   */
  public static Verdict judge(JudgedRun run, Workload workload, Criteria criteria) {
    return judge(run, workload, criteria, RULES);
  }

  static Verdict judge(JudgedRun run, Workload workload, Criteria criteria, List<Rule> rules) {
    RuleInput facts = RuleInput.fromRun(run, workload, criteria);
    FigureUse use = FigureUse.of(facts);
    return run.classVerdicts().isEmpty()
        ? judge(facts, use, rules)
        : ofClasses(judge(facts, use, List.of(RecordRule::incomplete)), run.classVerdicts());
  }

  /** Judges a run of which each figure is used. */
  static Verdict judgeAll(JudgedRun run, Workload workload, Criteria criteria) {
    RuleInput facts = RuleInput.fromRun(run, workload, criteria);
    return judge(facts, FigureUse.ofAll(facts), RULES);
  }

  private static Verdict judge(RuleInput facts, FigureUse use, List<Rule> rules) {
    Findings findings = new Findings();
    rules.forEach(rule -> rule.judge(facts, findings));
    List<ObjectiveResult> objectives = new ObjectiveRule(facts).results();
    List<Finding> sorted = findings.sorted(use);
    return new Verdict(status(sorted, objectives), sorted, objectives, findings.figures(use));
  }

  private static Status status(List<Finding> sorted, List<ObjectiveResult> objectives) {
    Severity worst = sorted.isEmpty() ? Severity.REMARK : sorted.get(0).severity();
    if (worst == Severity.ABORTS) {
      return Status.ABORTED;
    }
    if (worst == Severity.INVALIDATES) {
      return Status.INVALID;
    }
    return worst == Severity.FAILS || !objectives.stream().allMatch(ObjectiveResult::met)
        ? Status.FAILED
        : Status.VALID;
  }

  /** The cause of a late load is one of three parts of the whole. */
  private static void load(RuleInput facts, Findings findings) {
    ScheduleRule schedule = new ScheduleRule(facts);
    boolean generatorLate =
        new HostRule(facts, findings).judge(schedule.missedByMachine(), schedule.tooFast());
    schedule.report(generatorLate, findings);
    new ThroughputRule(facts).judge(schedule, findings);
    if (generatorLate && findings.any(RateNotMet.class)) {
      findings.damageRates(); // It may be the generator that did not keep up.
    }
  }

  /**
   * Each class is judged by all rules, and the run has the worst of them and of what was found in
   * the total itself.
   */
  private static Verdict ofClasses(Verdict ofTotal, Map<String, Verdict> classes) {
    List<ObjectiveResult> objectives = new ArrayList<>(ofTotal.objectives());
    Status worst = ofTotal.status();
    Map<FigureGroup, FigureValidity> figures = new EnumMap<>(FigureGroup.class);
    figures.putAll(ofTotal.figures());
    for (Map.Entry<String, Verdict> each : classes.entrySet()) {
      Verdict verdict = each.getValue();
      worst = worst.compareTo(verdict.status()) >= 0 ? worst : verdict.status();
      verdict.objectives().forEach(objective -> objectives.add(objective.ofClass(each.getKey())));
      verdict.figures().forEach((group, one) -> figures.merge(group, one, FigureValidity::and));
    }
    return new Verdict(worst, findings(ofTotal, classes), objectives, figures);
  }

  /** The worst first; what is equal in all classes once. */
  private static List<Finding> findings(Verdict ofTotal, Map<String, Verdict> classes) {
    Set<Finding> common = new LinkedHashSet<>(classes.values().iterator().next().findings());
    classes.values().forEach(each -> common.retainAll(each.findings()));
    List<Finding> all = new ArrayList<>(ofTotal.findings());
    all.addAll(common);
    classes.forEach(
        (name, verdict) ->
            verdict.findings().stream()
                .filter(finding -> !common.contains(finding))
                .forEach(finding -> all.add(finding.ofClass(name))));
    String interrupted = Found.code(EndingRule.Interrupted.class);
    if (all.stream()
        .anyMatch(each -> each.severity() == Severity.ABORTS && !each.code().equals(interrupted))) {
      all.removeIf(each -> each.code().equals(interrupted)); // One class ends the others.
    }
    all.sort(Comparator.comparing(Finding::severity).reversed());
    return all;
  }
}
