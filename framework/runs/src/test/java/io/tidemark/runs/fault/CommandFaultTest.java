package io.tidemark.runs.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.model.fault.FaultException;
import io.tidemark.model.fault.FaultSpec;
import io.tidemark.runs.RunFiles;
import io.tidemark.runs.fault.Faults.CommandFault;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandFaultTest {
  private final String mark = UUID.randomUUID().toString();

  @TempDir Path folder;

  @Test
  void nothingIsLeftOfCommandsThatSucceed() throws Exception {
    CommandFault.inject(fault("command: 'echo " + mark + "'")).undo();
    CommandFault.inject(
            fault("command: 'echo " + mark + "', undo: 'echo " + mark + "', duration: 1s"))
        .undo();
    assertThat(logs()).isEmpty();
  }

  @Test
  void theOutputOfAFailedCommandStays() throws Exception {
    FaultSpec fault = fault("command: 'echo " + mark + "; exit 3'");
    assertThatThrownBy(() -> CommandFault.inject(fault))
        .isInstanceOf(FaultException.class)
        .hasMessageContaining("ended with 3: " + mark);
    assertThat(logs()).hasSize(1);
    Files.delete(logs().get(0));
  }

  private List<Path> logs() throws IOException {
    List<Path> found = new ArrayList<>();
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(temporary, "tidemark-fault-*")) {
      for (Path log : logs) {
        // Others may be those of other users.
        if (Files.isReadable(log) && Files.readString(log).contains(mark)) {
          found.add(log);
        }
      }
    }
    return found;
  }

  private FaultSpec fault(String keys) {
    String faults = "faults: [{at: 1s, " + keys + "}]\n";
    return new RunFiles(folder).workload(RunFiles.SMALL + faults).faults().get(0);
  }
}
