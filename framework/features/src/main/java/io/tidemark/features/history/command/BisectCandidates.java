package io.tidemark.features.history.command;

import io.tidemark.base.Command;
import io.tidemark.base.CommandResult;
import io.tidemark.base.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which candidates a bisection has, in their order. */
final class BisectCandidates {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Option(
      names = "--good",
      paramLabel = "CANDIDATE",
      description =
          "The last one that is known to be good: a commit, or one of --versions (default: the"
              + " first).")
  private Optional<String> good = Optional.empty();

  @Option(
      names = "--bad",
      paramLabel = "CANDIDATE",
      description = "One that is known to be bad, after the good one (default: the last version).")
  private Optional<String> bad = Optional.empty();

  @Option(
      names = "--versions",
      paramLabel = "VERSION",
      split = ",",
      description = "The candidates in their order, separated by commas, in place of commits.")
  private List<String> versions = List.of();

  @Option(
      names = "--repository",
      paramLabel = "DIR",
      description =
          "Git repository of the commits, which is only read. Default: the working directory.")
  private Optional<Path> repository = Optional.empty();

  /** A commit or version of the command line, with what people call it. */
  record Candidate(String name, String label) {}

  /** At least two. */
  List<Candidate> all() throws IOException, InterruptedException {
    List<Candidate> all = versions.isEmpty() ? commits() : ofVersions();
    if (all.size() < 2) {
      throw new UsageException("--good and --bad are the same; a bisection needs two candidates");
    }
    return all;
  }

  private List<Candidate> ofVersions() {
    if (repository.isPresent()) {
      throw new UsageException("give one of --versions, --repository");
    }
    List<String> names = versions.stream().map(String::strip).toList();
    if (names.contains("") || names.stream().distinct().count() < names.size()) {
      throw new UsageException("--versions: an empty or repeated version");
    }
    int from = good.map(name -> place(names, "--good", name)).orElse(0);
    int to = bad.map(name -> place(names, "--bad", name)).orElse(names.size() - 1);
    if (from > to) {
      throw new UsageException(
          "--good %s is after --bad %s in --versions".formatted(names.get(from), names.get(to)));
    }
    return names.subList(from, to + 1).stream().map(name -> new Candidate(name, name)).toList();
  }

  private static int place(List<String> names, String option, String name) {
    int place = names.indexOf(name.strip());
    if (place < 0) {
      throw new UsageException(
          "%s: got '%s'; allowed %s".formatted(option, name, String.join(", ", names)));
    }
    return place;
  }

  private List<Candidate> commits() throws IOException, InterruptedException {
    if (good.isEmpty() || bad.isEmpty()) {
      throw new UsageException(
          "candidates are missing; give --good COMMIT and --bad COMMIT, or --versions");
    }
    String first = commit("--good", good.get());
    String last = commit("--bad", bad.get());
    List<String> between =
        git("rev-list", "--first-parent", "--reverse", first + ".." + last).lines().toList();
    if (!first.equals(last)
        && (between.isEmpty() || !first.equals(commit("--bad", between.get(0) + "^1")))) {
      throw new UsageException(
          "--good %s is not on the line of first parents of --bad %s; give the commit of that line"
                  .formatted(good.get(), bad.get())
              + " into which it was merged");
    }
    List<Candidate> all = new ArrayList<>(List.of(candidate(first)));
    for (String each : between) {
      all.add(candidate(each));
    }
    return all;
  }

  private Candidate candidate(String commit) throws IOException, InterruptedException {
    return new Candidate(commit, git("show", "-s", "--format=%h %s", commit).strip());
  }

  private String commit(String option, String name) throws IOException, InterruptedException {
    CommandResult result = run("rev-parse", "--verify", "--quiet", name + "^{commit}");
    if (!result.succeeded()) {
      throw new UsageException(
          "%s: no commit '%s' in the repository %s"
              .formatted(option, name, repository.orElse(Path.of("")).toAbsolutePath()));
    }
    return result.output().strip();
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    return run(arguments).require("git " + arguments[0]);
  }

  private CommandResult run(String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    Command command = Command.line(line).with(Command.Errors.SEPARATE);
    return repository.map(command::in).orElse(command).run(LIMIT);
  }
}
