package io.tidemark.features;

import io.tidemark.cli.Feature;
import io.tidemark.cli.explain.Chapter;
import io.tidemark.features.bundle.BundleCommand;
import io.tidemark.features.bundle.RepeatCommand;
import io.tidemark.features.checklist.ChecklistCommand;
import io.tidemark.features.convert.ConvertCommand;
import io.tidemark.features.history.command.HistoryCommand;
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
import io.tidemark.model.grammar.AddedKeys;
import io.tidemark.report.runs.AddedViews;
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
        Feature.named("profile", "stacks and pauses of workers and brokers: `profile`")
            .withOptions(List.of(ProfileOption::new))
            .withCompareOptions(List.of(FlameGraphOption::new))
            .withViews(List.of(ProfileViews::new))
            .withKeys(List.of(ProfileKeys.ADDED))
            .withHooks(List.of(RunProfiles::begin)));
    add(
        Feature.named("otlp", "the export of a run: `telemetry.otlp`")
            .withKeys(List.of(OtlpSpec.ADDED))
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
            .withCommands(List.of(ChecklistCommand.class)));
    add(
        Feature.named("verify", "all figures of stored runs, computed again and compared")
            .withNeeds(List.of("study"))
            .withCommands(List.of(VerifyCommand.class)));
    add(
        Feature.named("study", "many runs for one question")
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
        Feature.named("convert", "command lines of other load tools as files")
            .withCommands(List.of(ConvertCommand.class)));
    add(
        Feature.named("record", "traces of existing topics")
            .withCommands(List.of(RecordCommand.class)));
  }

  /** For {@link io.tidemark.cli.Benchmark}. */
  public static final List<Feature> ALL = List.copyOf(LIST);

  private Features() {}

  /** Declarations of features, for the core; it finds this as a service. */
  public static final class Declared implements AddedKeys.Source, AddedViews.Source {
    @Override
    public List<AddedKeys> keys() {
      return ALL.stream().flatMap(each -> each.keys().stream()).toList();
    }

    @Override
    public List<AddedViews> views() {
      return ALL.stream().flatMap(each -> each.views().stream()).map(Supplier::get).toList();
    }
  }

  private static void add(Feature feature) {
    LIST.add(feature);
  }
}
