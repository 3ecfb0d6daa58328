package io.tidemark.study;

import io.tidemark.model.question.Question;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workloadfile.WorkloadQuestion;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.report.runs.ReferenceLine;
import io.tidemark.report.runs.StudyBlocks;
import io.tidemark.study.MatrixKey.Choice;
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
 * A study file, read and checked; driver files and workloads are not read yet.
 *
 * @param file its text
 * @param questionMark where the file has its question
 * @param keys what the file says
 * @param environments at least one; the first is the baseline
 * @param matrix keys with several values
 */
public record Study(
    SourceFile file,
    SourceLocation questionMark,
    StudyKeys keys,
    List<StudyEnvironment> environments,
    List<MatrixKey> matrix,
    List<Path> workloads,
    List<ReferenceLine> references) {

  public Study {
    environments = List.copyOf(environments);
    matrix = List.copyOf(matrix);
    workloads = List.copyOf(workloads);
    references = List.copyOf(references);
  }

  /** Name of the folder of its results. */
  public String name() {
    return keys.name();
  }

  public String description() {
    return keys.description().strip();
  }

  public Optional<String> source() {
    return keys.source();
  }

  /** What decides, if the file says it. */
  public Optional<Question> question() {
    return keys.question();
  }

  /** The same, for its workloads. */
  Optional<StudyQuestion> asked() {
    return question().map(question -> new StudyQuestion(question, questionMark));
  }

  /** What is compared, the most important first; empty if the file does not say it. */
  List<String> compare() {
    return keys.compare();
  }

  /** Runs of each combination that count; the least, if their number depends on what they show. */
  public int iterations() {
    return keys.iterations().least();
  }

  /** The most runs of each combination that count. */
  public int mostIterations() {
    return keys.iterations().most().orElse(iterations());
  }

  /** Whether blocks are added until the question is decided. */
  public boolean untilDecided() {
    return keys.iterations().until().isPresent();
  }

  /** How many blocks there may be; empty if their number is fixed, without a limit of time. */
  Optional<StudyBlocks> blocks() {
    return untilDecided() || keys.maxDuration().isPresent()
        ? Optional.of(
            new StudyBlocks(
                iterations(),
                mostIterations(),
                untilDecided(),
                keys.maxDuration().map(most -> most.toMillis() / 1e3).orElse(null),
                0,
                null))
        : Optional.empty();
  }

  /** Those before them, which do not count. */
  public int warmupIterations() {
    return keys.warmupIterations();
  }

  public long seed() {
    return keys.seed();
  }

  public Duration coolDown() {
    return keys.coolDown();
  }

  /** Whether local brokers restart before each run. */
  public boolean freshBrokers() {
    return keys.brokers() == StudyKeys.Brokers.FRESH;
  }

  /** Most repetitions of an INVALID run. */
  public int retries() {
    return keys.retries();
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
    matrix.forEach(
        key -> texts.put(key.path(), key.texts().stream().map(SecretMask::maskAddresses).toList()));
    return texts;
  }

  /** By environment, then by values of the matrix, then by workload. */
  List<Combination> combinations() {
    List<List<Choice>> choices = List.of(List.of());
    for (MatrixKey key : matrix) {
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
        (double) environments.size() * workloads.size() * (mostIterations() + warmupIterations());
    for (MatrixKey key : matrix) {
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
    Random random = new Random(seed());
    List<List<Combination>> blocks = new ArrayList<>();
    for (int i = 0; i < warmupIterations() + mostIterations(); i++) {
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
      return WorkloadQuestion.measured(question, workload)
          .map(asked -> new Overrides(List.of(new Overrides.Value("question", mark, node(asked)))))
          .orElse(Overrides.NONE);
    }

    private YamlMap node(Question asked) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put("metrics", asked.metrics());
      keys.put("atLeast", asked.atLeast());
      return YamlMap.of(keys, mark);
    }
  }
}
