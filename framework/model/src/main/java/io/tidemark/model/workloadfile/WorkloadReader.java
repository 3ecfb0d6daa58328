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
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.SourceLocation;
import io.tidemark.model.yaml.YamlNode.YamlMap;
import io.tidemark.model.yaml.YamlTree;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Reads workload files: OMB's keys with OMB's meaning and defaults, and Tidemark's own. */
public final class WorkloadReader {
  private final ReadOptions options;
  private final Problems problems;
  private final boolean stored;

  /**
   * @param problems where everything wrong is collected, over all files
   */
  public WorkloadReader(ReadOptions options, Problems problems) {
    this(options, problems, false);
  }

  private WorkloadReader(ReadOptions options, Problems problems, boolean stored) {
    this.options = options;
    this.problems = problems;
    this.stored = stored;
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

  /**
   * Reads what a run had planned, without what lies in other files, since those may be gone: bodies
   * of messages, the acknowledged messages of an earlier run, and a trace.
   *
   * @param name for messages
   * @param effective {@link io.tidemark.model.workload.EffectiveWorkload} of the run
   * @throws io.tidemark.model.yaml.ConfigurationException with everything that is wrong in it
   */
  public static Workload stored(String name, Map<String, Object> effective) {
    Problems problems = new Problems();
    ReadOptions options = new ReadOptions(true, Map.of(), Path.of("").toAbsolutePath());
    YamlMap content = YamlMap.of(effective, SourceLocation.start(new SourceFile(name, "")));
    Optional<Workload> workload =
        new WorkloadReader(options, problems, true).workload(Path.of(name), content, problems);
    problems.throwIfErrors();
    return workload.orElseThrow();
  }

  private Optional<Workload> workload(Path file, YamlMap raw, Problems own) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    EnvironmentSource values =
        new EnvironmentSource(options.environment(), folder, Brokers.NOT_HERE, true);
    YamlMap map = new Placeholders(values, own).fill(raw);
    own.conceal(values.allValues());
    Fields fields = WorkloadKeys.grammar().check(map, options.lenient(), own);
    Origin origin = new Origin(options, folder, fileBase(file), stored);
    if (fields.has(ClassReader.CLASSES)) {
      return new ClassReader(fields, origin).read();
    }
    return new WorkloadDraft(fields, origin)
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
