package io.tidemark.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Makes a tree of unpacked packages runnable, instead of the packages' scripts. */
final class UnpackedRoot {
  /** Where an isolated server sees its cluster's directory. */
  static final String STATE = "/tidemark";

  private UnpackedRoot() {}

  /**
   * @param root the tree as it lies now
   * @param target where it will be moved to
   */
  static void finish(Path root, Path target, boolean isolated) throws IOException {
    if (isolated) {
      finishIsolated(root);
    } else {
      pointErlangTo(root, target);
    }
  }

  /** The scripts that start Erlang have the folder of the installed package in them. */
  private static void pointErlangTo(Path root, Path target) throws IOException {
    Path erlang = root.resolve("usr/lib/erlang");
    String moved = target.resolve("usr/lib/erlang").toString();
    try (Stream<Path> tree = Files.walk(erlang, 3)) {
      for (Path script : tree.filter(file -> file.endsWith("bin/erl")).toList()) {
        String text = Files.readString(script);
        Files.writeString(
            script,
            text.replaceAll(
                "(?m)^(\\s*ROOTDIR=).*$", "$1" + StartScript.quoted(moved).replace("$", "\\$")));
      }
    }
  }

  private static void finishIsolated(Path root) throws IOException {
    for (String folder : List.of("proc", "dev", "tmp", "etc", "root", STATE.substring(1))) {
      Files.createDirectories(root.resolve(folder));
    }
    link(root.resolve("usr/bin/awk"), "gawk");
    link(root.resolve("usr/bin/sh"), "dash");
    Files.writeString(root.resolve("etc/hosts"), "127.0.0.1 localhost\n");
    Files.writeString(root.resolve("etc/passwd"), "root:x:0:0:root:/root:/bin/sh\n");
  }

  private static void link(Path link, String target) throws IOException {
    if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
      Files.createSymbolicLink(link, Path.of(target));
    }
  }
}
