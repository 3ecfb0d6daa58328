package io.tidemark.model.recorded;

import io.tidemark.model.yaml.SourceLocation;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the files that a workload names. */
public interface FileFinder {

  /** Where a file is; empty when there is none, which is then among the problems. */
  Optional<Path> find(String key, String file, SourceLocation mark);
}
