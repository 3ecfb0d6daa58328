package io.tidemark.features.study;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tidemark.driver.settings.Key;
import io.tidemark.driver.settings.Setting;
import io.tidemark.features.study.MatrixKey.Choice;
import io.tidemark.model.grammar.Grammar;
import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.ReferenceReader.ReferenceKeys;
import io.tidemark.report.runs.StoredStudy.StudyBlocks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A study file: every key, in the order of the reference page. Driver files and workloads are not
 * read yet.
 *
 * @param inFile empty before {@link StudyReader} has completed it
 */
@RecordBuilder
public record Study(
    @Key(
            value = "Name of the study, and of the folder of its results.",
            required = true,
            pattern = Study.FOLDER,
            form = Study.FORM)
        String name,
    @Key("What the study asks, for readers of the report.") String description,
    @Key("Where the study was published.") Optional<String> source,
    @Key(
            "What decides. It replaces the question of the workloads, so that each run is judged by"
                + " it. Default: that of the workloads; of a workload without one the rate of"
                + " closed loops and searches, `endToEnd.p99` of open loops (`roundTrip.p99` of"
                + " requests), missing messages and recovery time of a failover.")
        Optional<Question> question,
    @Key(
            value =
                "What is compared, the most important first: `environments`, or a key of the"
                    + " matrix such as `workload.producersPerTopic`, or both. The answer begins"
                    + " with it. Default: the keys of the matrix with numbers or versions, then the"
                    + " environments.",
            single = true,
            each = "`environments`, or a key of the matrix.")
        List<String> compare,
    @Key(
            value = "Systems under test; the first one is the baseline.",
            required = true,
            each = "A system under test.")
        List<StudyEnvironment> environments,
    @Key(
            "Keys with several values: each combination is run. `driver.` or `workload.`,"
                + " followed by the path of a key of the driver file or workload as in `set`,"
                + " or `variable.` and the name of a variable of the environment, which files"
                + " and set-up commands use. In a list of named elements the name is a step of"
                + " the path: `workload.classes.bulk.producerRate`. Numbers as values are an"
                + " axis, and so are versions (a name that ends with `version` or `image`,"
                + " values such as `4.3.1`): each is compared with the one before.")
        Map<String, Object> matrix,
    @Key(value = "Workload files.", required = true, each = "A workload file.")
        List<Path> workloads,
    @Key(
            value =
                "Number of blocks, each of which has every combination once in random order,"
                    + " or `{least, most, until: decided}`: blocks are added until the question is"
                    + " decided. The key of workloads is not used.",
            shorthand = "least")
        Iterations iterations,
    @Key(
            value =
                "No block of runs begins that would end later, by the estimate of the time left;"
                    + " the first block always begins. The time of all calls counts.",
            range = "1s..")
        Optional<Duration> maxDuration,
    @Key(
            value =
                "Number of runs of each combination before these, whose results do not count. With"
                    + " `brokers: kept` the first runs after a start of the brokers are often"
                    + " slower than all others.",
            range = "0..10",
            orElse = "0")
        int warmupIterations,
    @Key(value = "Of the random order of the runs.", orElse = "1") long seed,
    @Key(value = "Pause between runs.", orElse = "0s") Duration coolDown,
    @Key(
            value =
                "Local brokers: `kept` between consecutive runs with the same brokers, or restarted"
                    + " before each run. One cluster runs at a time.",
            orElse = "kept")
        Brokers brokers,
    @Key(
            value =
                "Most repetitions of an INVALID run, and of one that other processes disturbed while they disturbed at most one in four of the runs before.",
            range = "0..10",
            orElse = "0")
        int retries,
    @Key(
            value = "Published figures, drawn into charts; never targets.",
            each = "A published figure.")
        List<ReferenceKeys> references,
    Optional<InFile> inFile)
    implements StudyBuilder.With {
  static final String FOLDER = "[A-Za-z0-9][A-Za-z0-9._-]{0,79}";
  static final String FORM =
      "1 to 80 letters, digits, '.', '_' and '-', with a letter or digit first";

  private static final Grammar GRAMMAR = Grammar.of(Study.class);

  /**
   * What belongs to the file.
   *
   * @param top its keys with their places
   * @param variants keys with several values
   * @param lines published figures
   */
  public record InFile(
      SourceFile text, YamlMap top, List<MatrixKey> variants, List<ReferenceLine> lines) {
    public InFile {
      variants = List.copyOf(variants);
      lines = List.copyOf(lines);
    }
  }

  /** How many runs each combination has. */
  public record Iterations(
      @Key(
              value = "The number of runs of each combination; with `until` the least.",
              range = "1..1000",
              orElse = "1")
          int least,
      @Key(value = "The most runs of each combination, with `until`.", range = "2..100")
          Optional<Integer> most,
      @Key(
              "`decided`: the study ends after a block in which each system and each metric of the"
                  + " question is decided: a difference is shown, or shown to be smaller than"
                  + " `atLeast`.")
          Optional<Until> until) {
    /** The most runs of each combination that count. */
    public int mostRuns() {
      return most.orElse(least);
    }

    /** Whether blocks are added until the question is decided. */
    public boolean untilDecided() {
      return until.isPresent();
    }
  }

  /** What ends a study before its last block. */
  public enum Until {
    DECIDED
  }

  /** What happens to local brokers between runs. */
  public enum Brokers {
    KEPT,
    FRESH
  }

  /** In the order of the reference page. */
  public static List<Setting> rules() {
    return GRAMMAR.keys();
  }

  /** The JSON Schema of study files, as maps and lists. */
  public static Map<String, Object> schema() {
    return GRAMMAR.schema("Tidemark study", false);
  }

  static Grammar grammar() {
    return GRAMMAR;
  }

  /** The file as text. */
  public SourceFile file() {
    return inFile.orElseThrow().text;
  }

  YamlMap top() {
    return inFile.orElseThrow().top;
  }

  /** Where a key has its value; the file if it is absent. */
  SourceLocation mark(String key) {
    return top().get(key).map(YamlNode::mark).orElse(top().mark());
  }

  /** Keys with several values. */
  List<MatrixKey> variants() {
    return inFile.orElseThrow().variants;
  }

  /** Published figures. */
  List<ReferenceLine> lines() {
    return inFile.orElseThrow().lines;
  }

  /** The question, for its workloads. */
  Optional<StudyQuestion> asked() {
    return question.map(each -> new StudyQuestion(each, mark("question")));
  }

  /** How many blocks there may be; empty if their number is fixed, without a limit of time. */
  Optional<StudyBlocks> blocks() {
    return iterations.untilDecided() || maxDuration.isPresent()
        ? Optional.of(
            new StudyBlocks(
                iterations.least(),
                iterations.mostRuns(),
                iterations.untilDecided(),
                maxDuration.map(most -> most.toMillis() / 1e3).orElse(null),
                0,
                null))
        : Optional.empty();
  }

  /**
   * What each block has one run of.
   *
   * @param choices a value for each key of the matrix, in their order
   */
  public record Combination(StudyEnvironment environment, Path workload, List<Choice> choices) {
    public Combination {
      choices = List.copyOf(choices);
    }

    /** Values of keys of the driver file. */
    Overrides ofDriver() {
      return overrides(MatrixKey::isOfDriver);
    }

    /** Values of keys of the workload. */
    Overrides ofWorkload() {
      return overrides(MatrixKey::isOfWorkload);
    }

    private Overrides overrides(Predicate<MatrixKey> keys) {
      return new Overrides(
          choices.stream()
              .filter(choice -> keys.test(choice.key()))
              .map(Choice::override)
              .toList());
    }

    /** Environment variables of set-up commands, and for {@code ${env:NAME}} in files. */
    Map<String, String> variables() {
      Map<String, String> variables = new LinkedHashMap<>();
      choices.stream()
          .filter(choice -> choice.key().isVariable())
          .forEach(choice -> variables.put(choice.key().name(), choice.text()));
      return variables;
    }

    /** Values by the paths of their keys, for results. */
    Map<String, String> texts() {
      Map<String, String> texts = new LinkedHashMap<>();
      choices.forEach(
          choice -> texts.put(choice.key().path(), SecretMask.maskAddresses(choice.text())));
      return texts;
    }
  }

  /** The matrix as texts, for results. */
  Map<String, List<String>> matrixTexts() {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    variants()
        .forEach(
            key ->
                texts.put(
                    key.path(), key.texts().stream().map(SecretMask::maskAddresses).toList()));
    return texts;
  }

  /** By environment, then by values of the matrix, then by workload. */
  List<Combination> combinations() {
    List<List<Choice>> choices = List.of(List.of());
    for (MatrixKey key : variants()) {
      choices =
          choices.stream()
              .flatMap(
                  before ->
                      key.values().stream()
                          .map(
                              value ->
                                  Stream.concat(before.stream(), Stream.of(new Choice(key, value)))
                                      .toList()))
              .toList();
    }
    List<Combination> all = new ArrayList<>();
    for (StudyEnvironment environment : environments) {
      for (List<Choice> values : choices) {
        workloads.forEach(workload -> all.add(new Combination(environment, workload, values)));
      }
    }
    return all;
  }

  /** Number of runs without repetitions of INVALID ones: may be too many to be listed. */
  double runs() {
    double runs =
        (double) environments.size()
            * workloads.size()
            * (iterations.mostRuns() + warmupIterations);
    for (MatrixKey key : variants()) {
      runs *= key.values().size();
    }
    return runs;
  }

  /**
   * All runs in blocks, those of the warm-up first: each block has every combination once, in
   * random order, so that a slow change of the machine does not look like a difference between
   * environments. The same seed gives the same order.
   */
  List<List<Combination>> order() {
    Random random = new Random(seed);
    List<List<Combination>> blocks = new ArrayList<>();
    for (int i = 0; i < warmupIterations + iterations.mostRuns(); i++) {
      List<Combination> block = new ArrayList<>(combinations());
      Collections.shuffle(block, random);
      blocks.add(block);
    }
    return blocks;
  }

  /**
   * The question of a study file, which replaces that of each workload, so that the status of each
   * run follows it.
   *
   * @param mark where it is written
   */
  record StudyQuestion(Question question, SourceLocation mark) {

    /** With those metrics that the workload measures; unchanged if it measures none. */
    Workload askedOf(Workload workload) {
      return workload.withQuestion(
          WorkloadQuestion.measured(question, workload).or(workload::question));
    }

    /** The same as a key of the workload's file. */
    Overrides keyOf(Workload workload) {
      return WorkloadQuestion.measured(question, workload).map(this::key).orElse(Overrides.NONE);
    }

    private Overrides key(Question asked) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("metrics", asked.metrics());
      keys.put("atLeast", asked.atLeast());
      return Overrides.of(YamlMap.of(Map.of("question", keys), mark).entries());
    }
  }
}
