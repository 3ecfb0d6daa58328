package io.tidemark.model.driverfile;

import io.tidemark.model.driverfile.StandbySpec.Replication;
import io.tidemark.model.grammar.Fields;

/**
 * What the files of two sites must be to each other.
 *
 * @param section the {@code standby} of the first file
 */
record StandbyRules(StandbySpec spec, Fields section) {

  void check(DriverFile first, DriverFile second) {
    if (second.configuration().containsKey(StandbySpec.SECTION)) {
      section.error(
          "driver",
          "this file has a standby itself, got " + spec.driver() + "; allowed a file of one site");
    }
    if (spec.fail().isEmpty() && first.localBrokers().isEmpty()) {
      section.error(
          "fail", "the key is missing; without localBrokers, commands make the first site fail");
    }
    spec.replication().ifPresent(way -> bothAreLocal(way, first, second));
  }

  private void bothAreLocal(Replication way, DriverFile first, DriverFile second) {
    if (!isKind(first, way.brokerKind()) || !isKind(second, way.brokerKind())) {
      section.error(
          "replication",
          "%s is between two local clusters of kind %s, in both files; allowed replicate, with commands"
              .formatted(way.key(), way.brokerKind()));
    }
  }

  private static boolean isKind(DriverFile file, String kind) {
    return file.localBrokers().filter(local -> local.kind().equals(kind)).isPresent();
  }
}
