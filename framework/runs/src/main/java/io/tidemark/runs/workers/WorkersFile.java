package io.tidemark.runs.workers;

import io.tidemark.base.UsageException;
import io.tidemark.model.yaml.Problem;
import io.tidemark.model.yaml.Problems;
import io.tidemark.model.yaml.SourceFile;
import io.tidemark.model.yaml.YamlNode;
import io.tidemark.model.yaml.YamlTree;
import io.tidemark.runs.GivenFile;
import java.nio.file.Path;
import java.util.List;

/** OMB's {@code workers.yaml}: one key, {@code workers}, with a list of addresses. */
public final class WorkersFile {
  private WorkersFile() {}

  public static List<String> read(Path file) {
    Problems problems = new Problems();
    String text = GivenFile.text("the workers file ", file);
    SourceFile source = new SourceFile(file.toString(), text);
    YamlNode.YamlMap tree =
        YamlTree.read(source, problems)
            .orElseThrow(() -> new UsageException(firstOf(problems, file)));
    Object workers = tree.plain().get("workers");
    if (!(workers instanceof List<?> list) || list.isEmpty() || tree.plain().size() > 1) {
      throw new UsageException(
          file + ": expected one key 'workers' with a list of addresses, such as http://host:8080");
    }
    return list.stream().map(String::valueOf).toList();
  }

  private static String firstOf(Problems problems, Path file) {
    return problems.all().stream()
        .findFirst()
        .map(Problem::oneLine)
        .orElse(file + " holds no workers");
  }
}
