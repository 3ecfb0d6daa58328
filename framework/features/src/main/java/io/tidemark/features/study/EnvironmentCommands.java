package io.tidemark.features.study;

import io.tidemark.runs.Console;
import io.tidemark.runs.Interruption;
import io.tidemark.runs.ShellTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Set-up commands, once for each environment and again when variables of the matrix have other
 * values, and tear-down commands of those set up.
 */
final class EnvironmentCommands {
  private final Path folder;
  private final Console console;
  private final Interruption interruption;

  /** The last one set up is the first. */
  private final Deque<StudyEnvironment> setUp = new ArrayDeque<>();

  /** The variables with which each was set up last. */
  private final Map<StudyEnvironment, Map<String, String>> variables = new HashMap<>();

  /**
   * @param folder of the study: each environment has a folder for its logs there
   */
  EnvironmentCommands(Path folder, Console console, Interruption interruption) {
    this.folder = folder;
    this.console = console;
    this.interruption = interruption;
  }

  /**
   * Before a run. A request to end the study ends the command.
   *
   * @param values of the variables that the commands get
   * @return whether something was done: false if it was done before a former run
   */
  boolean setUp(StudyEnvironment environment, Map<String, String> values) throws IOException {
    if (values.equals(variables.put(environment, values))) {
      return false;
    }
    if (!setUp.contains(environment)) {
      setUp.push(environment); // Also a part of its commands is torn down.
    }
    Files.createDirectories(folder.resolve(environment.name()));
    for (String command : environment.setup()) {
      console.note(
          "Setting up %s%s: %s"
              .formatted(environment.name(), values.isEmpty() ? "" : " " + values, command));
      ShellTask task = task(environment, command, "setup.log");
      interruption.breakingOff(
          () -> {
            task.run();
            return task;
          });
    }
    return true;
  }

  /**
   * At any end of a study; a failure does not prevent the next command.
   *
   * @return messages of those that failed
   */
  List<String> tearDown() {
    interruption.writing(); // The commands have their own deadlines.
    List<String> failures = new ArrayList<>();
    while (!setUp.isEmpty()) {
      StudyEnvironment environment = setUp.pop();
      for (String command : environment.teardown()) {
        console.note("Tearing down %s: %s".formatted(environment.name(), command));
        try {
          task(environment, command, "teardown.log").run();
        } catch (IOException e) {
          failures.add("tear-down of " + environment.name() + ": " + e.getMessage());
        }
      }
    }
    interruption.written();
    return failures;
  }

  private ShellTask task(StudyEnvironment environment, String command, String log) {
    Path file = folder.resolve(environment.name()).resolve(log);
    return new ShellTask(
        command, file, environment.setupTimeout(), variables.getOrDefault(environment, Map.of()));
  }
}
