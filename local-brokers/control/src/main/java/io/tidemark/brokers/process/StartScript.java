package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Renders the shell script that starts a process of a cluster, so that any later program can start
 * it again in exactly the same way. The script writes its id and start time to {@code pid} and then
 * becomes the process: so the watchdog can always find a running process.
 */
public final class StartScript {
  /** A file beside the script with lines that limit the process; it may be absent. */
  static final String LIMITS = "limits.sh";

  private StartScript() {}

  /** The environment is the caller's plus the given variables. */
  public static String render(
      Path processDirectory, Map<String, String> variables, List<String> command) {
    StringBuilder script = new StringBuilder("#!/bin/sh\nset -e\n");
    script.append("cd ").append(quoted(processDirectory.toString())).append('\n');
    // Field 22 of /proc/PID/stat: the name, field 2, is that of this shell and has no blanks.
    script.append("read -r stat < /proc/$$/stat\nset -- $stat\necho \"$1 ${22}\" > pid\n");
    script.append("if [ -e %s ]; then . ./%s; fi\n".formatted(LIMITS, LIMITS));
    return script.append(task(variables, command)).toString();
  }

  /** A script that runs a command beside the process, with the same variables and its id in PID. */
  public static String beside(Path directory, Map<String, String> variables, List<String> command) {
    return "#!/bin/sh\nset -e\ncd %s\nread -r PID start < pid\nexport PID\n"
            .formatted(quoted(directory.toString()))
        + task(variables, command);
  }

  private static String task(Map<String, String> variables, List<String> command) {
    StringBuilder script = new StringBuilder();
    variables.forEach(
        (name, value) ->
            script.append("export ").append(name).append('=').append(quoted(value)).append('\n'));
    return script.append(exec(command)).append('\n').toString();
  }

  /** A script that runs a command with the arguments of the script, in the caller's environment. */
  public static String tool(List<String> command) {
    return "#!/bin/sh\n" + exec(command) + " \"$@\"\n";
  }

  private static String exec(List<String> command) {
    StringBuilder line = new StringBuilder("exec");
    command.forEach(word -> line.append(" \\\n  ").append(quoted(word)));
    return line.toString();
  }

  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
