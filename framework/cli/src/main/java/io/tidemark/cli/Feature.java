package io.tidemark.cli;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.cli.explain.Chapter;
import io.tidemark.cli.options.CompareOption;
import io.tidemark.cli.options.WatchOption;
import io.tidemark.model.added.Added;
import io.tidemark.runs.run.RunHook;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a plain run does not need: a folder of {@code framework/features}, and where it takes part.
 * Each component but the first three is a hook.
 *
 * @param name of the folder
 * @param adds what users get, in a few words
 * @param needs other features that its code uses
 * @param commands of {@code bin/benchmark}, with picocli's annotations
 * @param options makes further options of commands that carry out runs
 * @param compareOptions makes further options of {@code compare}
 * @param hooks take part in each run
 * @param chapters of {@code explain}
 * @param added to files and results: keys ({@code AddedKeys}), parts with metrics ({@code
 *     AddedParts}), files of a run ({@code AddedFormats}), sections ({@code AddedViews}), columns
 *     of the leaderboard ({@code Valuation}), answers ({@code AnswerPattern.Finder}), brokers that
 *     others run ({@code RemoteBrokers.Finder})
 */
@RecordBuilder
public record Feature(
    String name,
    String adds,
    List<String> needs,
    List<Class<?>> commands,
    List<Supplier<WatchOption>> options,
    List<Supplier<CompareOption>> compareOptions,
    List<RunHook.Maker> hooks,
    List<Chapter> chapters,
    List<Supplier<? extends Added>> added)
    implements FeatureBuilder.With {

  /** A feature that does nothing yet. */
  public static Feature named(String name, String adds) {
    return new Feature(
        name, adds, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
  }
}
