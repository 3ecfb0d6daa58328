package io.tidemark.driver.testkit.observed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FootprintTest {
  private static final String IPV6 = "0000000000000000";

  /** Addresses as in /proc/net/tcp; the state is 01 if a connection is established. */
  @ParameterizedTest
  @CsvSource({
    "0100007F:A1F4, 0100007F:2384, 01, false",
    "0A00A8C0:A1F4, 0A00A8C0:2384, 01, false",
    "0A00A8C0:A1F4, 0B00A8C0:2384, 01, true",
    "0A00A8C0:A1F4, 0B00A8C0:2384, 06, false",
    IPV6 + "0000000001000000:A1F4, " + IPV6 + "0000000001000000:2384, 01, false",
    IPV6 + "FFFF00000100007F:A1F4, " + IPV6 + "FFFF00000100007F:2384, 01, false",
    IPV6 + "FFFF00000A00A8C0:A1F4, " + IPV6 + "FFFF00000B00A8C0:2384, 01, true"
  })
  void aConnectionLeavesTheMachineIfItsEndsDiffer(
      String local, String remote, String state, boolean leaves) {
    String line = "  3: %s %s %s 00000000:00000000 00:00000000 00000000 0 0 4711 1";
    assertThat(Footprint.leavesTheMachine(line.formatted(local, remote, state))).isEqualTo(leaves);
  }
}
