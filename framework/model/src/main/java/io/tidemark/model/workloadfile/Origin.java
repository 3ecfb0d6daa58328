package io.tidemark.model.workloadfile;

import io.tidemark.model.yaml.ReadOptions;
import java.nio.file.Path;

/**
 * Where the keys of a workload are from.
 *
 * @param folder of the file
 * @param fileBase its name without its ending
 * @param stored whether they are those of a run: checked, and complete without the files that they
 *     name, which may be gone
 */
record Origin(ReadOptions options, Path folder, String fileBase, boolean stored) {}
