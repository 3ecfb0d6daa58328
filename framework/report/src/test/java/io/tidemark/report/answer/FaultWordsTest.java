package io.tidemark.report.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.model.fault.FaultKind;
import io.tidemark.model.fault.FaultKind.FaultAction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FaultWordsTest {
  @ParameterizedTest
  @CsvSource({
    "kill random, a random node is killed",
    "kill all, all nodes are killed",
    "kill worker, a worker is killed",
    "stop 2, node 2 is stopped",
    "restart leader, the leader is restarted",
    "rollingRestart all, nodes are restarted one after another",
    "rollingUpgrade to 4.3.1, nodes are upgraded one after another",
    "freeze leader of orders, the leader of orders is frozen",
    "partition 1, node 1 is cut off",
    "latency leader, the traffic of the leader is delayed",
    "resetConnections 3, the connections to node 3 are reset",
    "memoryAlarm all, all nodes have no memory left",
    "command, a command is run",
    "later kind, later kind"
  })
  void anActionIsAClause(String action, String clause) {
    assertThat(FaultAnswer.clause(FaultAction.of(action))).isEqualTo(clause);
  }

  @ParameterizedTest
  @EnumSource(FaultKind.class)
  void noKeyOfAFileIsLeft(FaultKind kind) {
    assertThat(FaultAnswer.clause(FaultAction.of(kind.key() + " random")))
        .isNotEqualTo(kind.key() + " random");
  }

  @Test
  void lostMessagesAreCountedAmongThoseExpected() {
    assertThat(FaultAnswer.lost(0, 6_000)).isEqualTo("0 of 6,000 messages lost");
  }
}
