package io.tidemark.model.workload;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test that reads workload files, which are in a folder. */
abstract class WorkloadFileTest {
  @TempDir Path folder;
  WorkloadFile file;

  @BeforeEach
  final void file() {
    file = new WorkloadFile(folder);
  }
}
