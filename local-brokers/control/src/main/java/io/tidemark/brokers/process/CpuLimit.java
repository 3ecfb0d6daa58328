package io.tidemark.brokers.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A limit on the CPU time of a process: by a control group, else by binding it to whole CPUs. */
public final class CpuLimit {
  private final double cpus;
  private final CpuMachine machine;

  private CpuLimit(double cpus, CpuMachine machine) {
    this.cpus = cpus;
    this.machine = machine;
  }

  /**
   * @throws IllegalArgumentException if the machine cannot limit a process to as many CPUs
   */
  public static CpuLimit of(double cpus, CpuMachine machine) {
    if (cpus > machine.cpus().size()) {
      throw refusal(cpus, "this machine has " + machine.cpus().size());
    }
    if (machine.groups().isEmpty() && !machine.hasTaskset()) {
      throw refusal(
          cpus,
          "neither a control group with a CPU quota can be made (needs root, or a delegated control"
              + " group), nor is the program taskset of util-linux on the PATH");
    }
    if (machine.groups().isEmpty() && cpus != Math.rint(cpus)) {
      throw refusal(
          cpus,
          "parts of a CPU need a control group with a CPU quota, which cannot be made (needs root,"
              + " or a delegated control group); allowed are whole numbers");
    }
    return new CpuLimit(cpus, machine);
  }

  private static IllegalArgumentException refusal(double cpus, String why) {
    return new IllegalArgumentException("options.cpus: got %s; %s".formatted(text(cpus), why));
  }

  private static String text(double cpus) {
    return cpus == Math.rint(cpus) ? Long.toString(Math.round(cpus)) : Double.toString(cpus);
  }

  /** The control group of a process; empty if it is bound to CPUs. */
  Optional<Path> group(String name) {
    return machine.groups().map(groups -> groups.group(name));
  }

  /**
   * Lines of a shell with {@code set -e} that limit it.
   *
   * @param node from 1: nodes that are bound get different CPUs as far as there are enough
   * @param name of the control group, unique on this machine
   */
  String script(int node, String name) {
    return machine
        .groups()
        .map(groups -> groups.script(name, cpus))
        .orElseGet(() -> "taskset -cp " + list(node) + " $$ > /dev/null\n");
  }

  private String list(int node) {
    int number = (int) cpus;
    List<Integer> all = machine.cpus();
    List<Integer> bound = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      bound.add(all.get(((node - 1) * number + i) % all.size()));
    }
    return bound.stream().distinct().map(String::valueOf).collect(Collectors.joining(","));
  }
}
