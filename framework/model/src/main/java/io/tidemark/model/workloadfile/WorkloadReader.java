package io.tidemark.model.workloadfile;

import io.tidemark.model.grammar.Fields;
import io.tidemark.model.grammar.FileKind;
import io.tidemark.model.workload.Workload;
import io.tidemark.model.workload.WorkloadKeys;
import io.tidemark.model.yaml.EnvironmentSource;
import io.tidemark.model.yaml.EnvironmentSource.Brokers;
import io.tidemark.model.yaml.InputFiles;
import io.tidemark.model.yaml.Overrides;
import io.tidemark.model.yaml.Placeholders;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.ReadOptions;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Path;
import java.util.Optional;

/** Reads workload files: OMB's keys with OMB's meaning and defaults, and Tidemark's own. */
public final class WorkloadReader {
  private final ReadOptions options;
  private final Problems problems;

  /**
   * @param problems where everything wrong is collected, over all files
   */
  public WorkloadReader(ReadOptions options, Problems problems) {
    this.options = options;
    this.problems = problems;
  }

  /**
   * Reads one file.
   *
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static Workload read(Path file, ReadOptions options) {
    Problems problems = new Problems();
    Optional<Workload> workload = new WorkloadReader(options, problems).read(file);
    problems.throwIfErrors();
    return workload.orElseThrow();
  }

  /** Reads one file; empty when something is wrong in it, which is then among the problems. */
  public Optional<Workload> read(Path file) {
    return read(file, Overrides.NONE);
  }

  /** Reads one file with other values of some keys. */
  public Optional<Workload> read(Path file, Overrides overrides) {
    Problems own = problems.ofOneFile();
    Optional<Workload> workload =
        InputFiles.source(file, own)
            .flatMap(source -> YamlTree.read(source, own))
            .filter(map -> FileKind.WORKLOAD.accepts(map, own))
            .map(map -> overrides.applyTo(map, WorkloadKeys.rules(), own))
            .flatMap(map -> workload(file, map, own));
    problems.add(own);
    return workload;
  }

  /** Reads what a file would contain. */
  Optional<Workload> read(Path file, YamlMap content) {
    Problems own = problems.ofOneFile();
    Optional<Workload> workload = workload(file, content, own);
    problems.add(own);
    return workload;
  }

  private Optional<Workload> workload(Path file, YamlMap raw, Problems own) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    EnvironmentSource values =
        new EnvironmentSource(options.environment(), folder, Brokers.NOT_HERE, true);
    YamlMap map = new Placeholders(values, own).fill(raw);
    own.conceal(values.allValues());
    Fields fields = WorkloadKeys.grammar().check(map, options.lenient(), own);
    if (fields.has(ClassReader.CLASSES)) {
      return new ClassReader(fields, options, folder, fileBase(file)).read();
    }
    return new WorkloadDraft(fields, options, folder, fileBase(file))
        .complete()
        .map(each -> each.scaled(fields.read(WorkloadKeys.class).scale()));
  }

  /** A file's name without its ending; results are named after it. */
  static String fileBase(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }
}
