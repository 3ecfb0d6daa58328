package io.tidemark.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Downloads packages and unpacks them into a folder, with a private package index: nothing of the
 * system's package state is read or changed, no package script runs, no root is needed.
 */
final class AptDownload {
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private final Path work;
  private final List<String> options;

  /**
   * @param work an empty folder for the index and the packages
   */
  AptDownload(Path work, AptSource source) throws IOException {
    this.work = work;
    for (String folder : List.of("sources", "lists/partial", "cache/archives/partial", "debs")) {
      Files.createDirectories(work.resolve(folder));
    }
    Files.writeString(work.resolve("sources").resolve(source.fileName()), source.text());
    Files.writeString(work.resolve("status"), "");
    this.options = options(work);
  }

  private static List<String> options(Path work) {
    List<String> settings =
        List.of(
            "Dir::Etc::sourcelist=/dev/null",
            "Dir::Etc::sourceparts=" + work.resolve("sources"),
            "Dir::Etc::preferences=/dev/null",
            "Dir::Etc::preferencesparts=/dev/null",
            "Dir::State::Lists=" + work.resolve("lists"),
            "Dir::State::status=" + work.resolve("status"),
            "Dir::Cache=" + work.resolve("cache"),
            // A frozen mirror may be expired; its signature is still checked.
            "Acquire::Check-Valid-Until=false",
            "Acquire::Languages=none",
            "APT::Sandbox::User=",
            "APT::Install-Recommends=0",
            "Debug::NoLocking=1");
    return settings.stream().flatMap(setting -> Stream.of("-o", setting)).toList();
  }

  void updateIndex() {
    apt(
        "download the package index",
        work,
        List.of("-qq", "-o", "APT::Update::Error-Mode=any", "update"));
  }

  /** The packages and all they depend on, as if nothing were installed. */
  List<String> withDependencies(List<String> packages, Predicate<String> wanted) {
    List<String> arguments = new ArrayList<>(List.of("-s", "install"));
    arguments.addAll(packages);
    String plan = apt("plan the packages " + packages, work, arguments);
    return plan.lines()
        .filter(line -> line.startsWith("Inst "))
        .map(line -> line.split(" ", -1)[1])
        .filter(wanted)
        .toList();
  }

  /** Downloads the packages and unpacks them into the folder, in that order. */
  void unpack(List<String> packages, Path root) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-qq", "download"));
    arguments.addAll(packages);
    apt("download " + packages.size() + " packages", work.resolve("debs"), arguments);
    Files.createDirectories(root);
    ShellCommand dpkg = new ShellCommand("unpack the packages", work, DEADLINE);
    for (Path file : inOrder()) {
      dpkg.run(List.of("dpkg", "-x", file.toString(), root.toString()));
    }
  }

  /** base-files first: it brings the links (bin to usr/bin) that the others rely on. */
  private List<Path> inOrder() throws IOException {
    try (Stream<Path> files = Files.list(work.resolve("debs"))) {
      Predicate<Path> first = file -> file.getFileName().toString().startsWith("base-files_");
      List<Path> sorted = files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
      return Stream.concat(sorted.stream().filter(first), sorted.stream().filter(first.negate()))
          .toList();
    }
  }

  private String apt(String purpose, Path directory, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("apt-get"));
    command.addAll(options);
    command.addAll(arguments);
    return new ShellCommand(purpose, directory, DEADLINE).run(command);
  }
}
