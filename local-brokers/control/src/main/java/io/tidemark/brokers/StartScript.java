package io.tidemark.brokers;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Renders the shell script that starts a process of a cluster, so that any later program can start
 * it again in exactly the same way. The script writes its id and start time to {@code pid} and then
 * becomes the process: so the watchdog can always find a running process.
 */
final class StartScript {
  /** A file beside the script with lines that limit the process; it may be absent. */
  static final String LIMITS = "limits.sh";

  private StartScript() {}

  /** The environment is the caller's plus the given variables. */
  static String render(Path processDirectory, Map<String, String> variables, List<String> command) {
    StringBuilder script = new StringBuilder("#!/bin/sh\nset -e\n");
    script.append("cd ").append(quoted(processDirectory.toString())).append('\n');
    // Field 22 of /proc/PID/stat: the name, field 2, is that of this shell and has no blanks.
    script.append("read -r stat < /proc/$$/stat\nset -- $stat\necho \"$1 ${22}\" > pid\n");
    script.append("if [ -e %s ]; then . ./%s; fi\n".formatted(LIMITS, LIMITS));
    variables.forEach(
        (name, value) ->
            script.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
    script.append("exec");
    command.forEach(word -> script.append(" \\\n  ").append(quoted(word)));
    return script.append('\n').toString();
  }

  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
