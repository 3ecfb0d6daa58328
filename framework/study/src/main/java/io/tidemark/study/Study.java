package io.tidemark.study;

import io.tidemark.model.question.Question;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.SecretMask;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
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
   * A combination of values of the matrix.
   *
   * @param choices one for each key, in the order of the keys
   */
  public record Cell(List<Choice> choices) {
    public Cell {
      choices = List.copyOf(choices);
    }

    private Cell with(Choice choice) {
      return new Cell(Stream.concat(choices.stream(), Stream.of(choice)).toList());
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

  /**
   * One run to be.
   *
   * @param iteration from 1; 0 and below for those that do not count
   */
  public record Step(StudyEnvironment environment, Cell cell, Path workload, int iteration) {}

  /** The matrix as texts, for results. */
  Map<String, List<String>> matrixTexts() {
    Map<String, List<String>> texts = new LinkedHashMap<>();
    matrix.forEach(
        key -> texts.put(key.path(), key.texts().stream().map(SecretMask::maskAddresses).toList()));
    return texts;
  }

  /** All combinations of the matrix; a single empty one without a matrix. */
  List<Cell> cells() {
    List<Cell> cells = List.of(new Cell(List.of()));
    for (MatrixKey key : matrix) {
      cells =
          cells.stream()
              .flatMap(
                  cell -> key.values().stream().map(value -> cell.with(new Choice(key, value))))
              .toList();
    }
    return cells;
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
   * All runs in blocks: each block has every combination once, in random order, so that a slow
   * change of the machine does not look like a difference between environments. The same seed gives
   * the same order.
   */
  List<Step> steps() {
    Random random = new Random(seed());
    List<Step> steps = new ArrayList<>();
    for (int iteration = 1 - warmupIterations(); iteration <= mostIterations(); iteration++) {
      List<Step> block = new ArrayList<>();
      for (StudyEnvironment environment : environments) {
        for (Cell cell : cells()) {
          for (Path workload : workloads) {
            block.add(new Step(environment, cell, workload, iteration));
          }
        }
      }
      Collections.shuffle(block, random);
      steps.addAll(block);
    }
    return steps;
  }
}
