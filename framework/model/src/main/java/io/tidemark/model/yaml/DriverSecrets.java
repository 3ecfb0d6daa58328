package io.tidemark.model.yaml;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Secrets of the drivers' files that this process uses. What drivers return, throw, print and log
 * is masked with them. For the whole process, because log lines do not say whose they are.
 * Thread-safe.
 */
public final class DriverSecrets {
  /** The latest ones; a worker may have many runs. */
  private static final int MOST = 1_000;

  private static final Set<String> KNOWN = new LinkedHashSet<>();
  private static volatile SecretMask mask = SecretMask.of(List.of());

  private DriverSecrets() {}

  public static void learn(Collection<String> secrets) {
    synchronized (KNOWN) {
      if (KNOWN.containsAll(secrets)) {
        return;
      }
      KNOWN.addAll(secrets);
      List<String> latest = new ArrayList<>(KNOWN);
      latest.subList(0, Math.max(0, latest.size() - MOST)).clear();
      KNOWN.retainAll(latest);
      mask = SecretMask.of(latest);
    }
  }

  /** The text without these values, as they are or encoded, and without those in addresses. */
  public static String masked(String text) {
    return SecretMask.maskAddresses(mask.maskValues(text));
  }
}
