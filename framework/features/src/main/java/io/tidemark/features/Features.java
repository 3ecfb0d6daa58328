package io.tidemark.features;

import io.tidemark.cli.Feature;
import io.tidemark.cli.explain.Chapter;
import io.tidemark.features.bundle.BundleCommand;
import io.tidemark.features.bundle.RepeatCommand;
import io.tidemark.features.checklist.ChecklistCommand;
import io.tidemark.features.convert.ConvertCommand;
import io.tidemark.features.corpus.CorpusCommand;
import io.tidemark.features.cost.CostCsv;
import io.tidemark.features.cost.CostParts;
import io.tidemark.features.cost.CostViews;
import io.tidemark.features.cost.PriceColumns;
import io.tidemark.features.cost.PriceSpec;
import io.tidemark.features.history.command.HistoryCommand;
import io.tidemark.features.kubernetes.KubernetesBrokers;
import io.tidemark.features.live.LiveOption;
import io.tidemark.features.otlp.OtlpExport;
import io.tidemark.features.otlp.OtlpSpec;
import io.tidemark.features.probe.CalibrateCommand;
import io.tidemark.features.probe.ProbeCommand;
import io.tidemark.features.profile.ProfileKeys;
import io.tidemark.features.profile.ProfileOption;
import io.tidemark.features.profile.RunProfiles;
import io.tidemark.features.profile.page.FlameGraphOption;
import io.tidemark.features.profile.page.ProfileViews;
import io.tidemark.features.record.RecordCommand;
import io.tidemark.features.selftest.SelfTestCommand;
import io.tidemark.features.study.StudyCommand;
import io.tidemark.features.verify.VerifyCommand;
import io.tidemark.model.added.Added;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * All features, a statement each, in the order in which they take part. {@code build/without}
 * removes such a statement with its folder.
 */
public final class Features {
  private static final List<Feature> LIST = new ArrayList<>();

  static {
    add(Feature.named("live", "the live page").withOptions(List.of(LiveOption::new)));
    add(
        Feature.named(
                "kubernetes",
                "brokers in pods of Kubernetes: `strimzi`, `brokerPods`, their faults")
            .withAdded(List.of(() -> KubernetesBrokers.KEYS, KubernetesBrokers.Finder::new)));
    add(
        Feature.named("profile", "stacks and pauses of workers and brokers: `profile`")
            .withNeeds(List.of("kubernetes"))
            .withOptions(List.of(ProfileOption::new))
            .withCompareOptions(List.of(FlameGraphOption::new))
            .withAdded(List.of(() -> ProfileKeys.ADDED, ProfileViews::new))
            .withHooks(List.of(RunProfiles::begin)));
    add(
        Feature.named("cost", "what messages use and cost: `efficiency`, `price`")
            .withAdded(
                List.of(
                    () -> PriceSpec.ADDED,
                    CostParts::new,
                    CostViews::new,
                    CostCsv::new,
                    PriceColumns::new,
                    () -> CostViews.ANSWER)));
    add(
        Feature.named("otlp", "the export of a run: `telemetry.otlp`")
            .withAdded(List.of(() -> OtlpSpec.ADDED))
            .withHooks(List.of(OtlpExport::begin)));
    add(
        Feature.named("probe", "`probe` and `calibrate`: what machine and network can do")
            .withNeeds(List.of("history"))
            .withCommands(List.of(CalibrateCommand.class, ProbeCommand.class)));
    add(
        Feature.named("selftest", "whether an installation measures rightly on a machine")
            .withCommands(List.of(SelfTestCommand.class)));
    add(
        Feature.named("checklist", "what a published result must state")
            .withNeeds(List.of("cost"))
            .withCommands(List.of(ChecklistCommand.class)));
    add(
        Feature.named("verify", "all figures of stored runs, computed again and compared")
            .withNeeds(List.of("study"))
            .withCommands(List.of(VerifyCommand.class)));
    add(
        Feature.named("study", "many runs for one question")
            .withNeeds(List.of("cost"))
            .withCommands(List.of(StudyCommand.class))
            .withChapters(
                List.of(new Chapter("study", "keys of study files", StudyCommand::keys))));
    add(
        Feature.named("history", "runs over months: trends, a gate, bisection")
            .withNeeds(List.of("study"))
            .withCommands(List.of(HistoryCommand.class))
            .withChapters(
                List.of(
                    new Chapter("checks", "results of history check", HistoryCommand::outcomes))));
    add(
        Feature.named("bundle", "a run or a study in one file, and its repetition elsewhere")
            .withNeeds(List.of("history", "verify"))
            .withCommands(List.of(BundleCommand.class, RepeatCommand.class)));
    add(
        Feature.named("corpus", "bundles of many systems, their rules, and a page side by side")
            .withNeeds(List.of("checklist", "verify"))
            .withCommands(List.of(CorpusCommand.class)));
    add(
        Feature.named("convert", "command lines of other load tools as files")
            .withCommands(List.of(ConvertCommand.class)));
    add(
        Feature.named("record", "traces of existing topics")
            .withCommands(List.of(RecordCommand.class)));
  }

  /** For {@link io.tidemark.cli.Benchmark}. */
  public static final List<Feature> ALL = List.copyOf(LIST);

  private Features() {}

  /** What features add to the core; it finds this as a service. */
  public static final class Declared implements Added.Source {
    @Override
    public List<Added> added() {
      return ALL.stream().flatMap(each -> each.added().stream()).<Added>map(Supplier::get).toList();
    }
  }

  private static void add(Feature feature) {
    LIST.add(feature);
  }
}
