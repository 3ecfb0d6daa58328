package io.tidemark.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class TcpProxyTest {
  private static final int SHORT_MILLIS = 300;

  @Test
  void passesBytesInBothDirections() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      link.send("question");
      assertThat(link.receive(8)).isEqualTo("question");
      link.answer("yes");
      assertThat(link.receiveAnswer(3)).isEqualTo("yes");
      assertThat(peers.proxy.deliveredBytes(Direction.TO_TARGET)).isEqualTo(8);
      assertThat(peers.proxy.deliveredBytes(Direction.TO_CLIENT)).isEqualTo(3);
      assertThat(peers.proxy.connections()).isEqualTo(1);
    }
  }

  @Test
  void keepsEveryByteOfALargeTransferToASlowReceiver() throws Exception {
    byte[] sent = new byte[20_000_000];
    new Random(7).nextBytes(sent);
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      CompletableFuture<Void> sender =
          CompletableFuture.runAsync(
              () -> {
                try (Socket client = link.client()) {
                  client.getOutputStream().write(sent);
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      byte[] received = new byte[sent.length];
      int length = 0;
      for (int count = 0; count >= 0 && length < sent.length; length += count) {
        int part = Math.min(50_000, sent.length - length);
        count = link.server().getInputStream().read(received, length, part);
      }
      sender.get(10, TimeUnit.SECONDS);
      assertThat(received).isEqualTo(sent);
      assertThat(link.server().getInputStream().read()).as("the end").isEqualTo(-1);
    }
  }

  @Test
  void aReceiverThatDoesNotReadStopsTheSender() throws Exception {
    try (Peers peers = new Peers();
        SocketChannel client = SocketChannel.open(peers.proxy.address());
        Socket server = peers.accept()) {
      client.configureBlocking(false);
      ByteBuffer part = ByteBuffer.allocate(1 << 16);
      long[] written = {0};
      long[] before = {-1};
      Awaitility.await("a full connection")
          .pollInterval(200, TimeUnit.MILLISECONDS)
          .until(
              () -> {
                before[0] = written[0];
                while (written[0] < 1L << 30) {
                  int count = client.write(part.clear());
                  if (count == 0) {
                    break;
                  }
                  written[0] += count;
                }
                return written[0] == before[0];
              });
      assertThat(written[0]).isLessThan(1L << 28);
      assertThat(server.getInputStream().skip(written[0])).isPositive();
    }
  }

  @Test
  void aHalfClosedConnectionStillAnswers() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      link.send("last");
      link.client().shutdownOutput();
      assertThat(link.server().getInputStream().readAllBytes()).asString().isEqualTo("last");
      link.answer("late");
      link.server().close();
      assertThat(link.client().getInputStream().readAllBytes()).asString().isEqualTo("late");
      Awaitility.await("the end of the connection").until(() -> peers.proxy.connections() == 0);
    }
  }

  @Test
  void aResetOfOneSideReachesTheOther() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      link.client().setSoLinger(true, 0);
      link.client().close();
      assertReset(link.server());
    }
  }

  @Test
  void aResetOfASideThatBytesWaitForEndsOnlyThisConnection() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      CompletableFuture<Throwable> sender =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  link.server().getOutputStream().write(new byte[64 * 1024 * 1024]);
                  return new AssertionError("64 MB were accepted");
                } catch (IOException e) {
                  return e;
                }
              });
      link.client().getInputStream().readNBytes(10_000_000);
      link.client().setSoLinger(true, 0);
      link.client().close();
      assertThat(sender.get(10, TimeUnit.SECONDS)).isInstanceOf(SocketException.class);
      try (Peers.Link other = peers.link()) {
        other.send("still");
        assertThat(other.receive(5)).isEqualTo("still");
      }
    }
  }

  @Test
  void resetsConnectionsOnBothSidesAndAcceptsNewOnes() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link first = peers.link();
        Peers.Link second = peers.link()) {
      assertThat(peers.proxy.resetConnections()).isEqualTo(2);
      assertReset(first.client());
      assertReset(second.server());
      try (Peers.Link third = peers.link()) {
        third.send("again");
        assertThat(third.receive(5)).isEqualTo("again");
      }
      assertThat(peers.proxy.acceptedConnections()).isEqualTo(3);
    }
  }

  @Test
  void aPausedDirectionDeliversNothingUntilItResumes() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.pause(Direction.TO_TARGET);
      link.send("held");
      assertSilent(link.server());
      link.answer("other way");
      assertThat(link.receiveAnswer(9)).isEqualTo("other way");
      try (Peers.Link later = peers.link()) {
        later.send("too");
        assertSilent(later.server());
        peers.proxy.resume(Direction.TO_TARGET);
        assertThat(later.receive(3)).isEqualTo("too");
      }
      assertThat(link.receive(4)).isEqualTo("held");
    }
  }

  @Test
  void aCutLinkIsSilentAndDoesNotAnswerNewConnections() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.cut();
      link.send("held");
      assertSilent(link.server());
      link.answer("also held");
      assertSilent(link.client());
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> peers.connect(SHORT_MILLIS))
            .isInstanceOf(SocketTimeoutException.class);
      }
      assertThat(peers.proxy.connections()).isEqualTo(1);

      peers.proxy.heal();
      assertThat(link.receive(4)).isEqualTo("held");
      assertThat(link.receiveAnswer(9)).isEqualTo("also held");
      try (Peers.Link later = peers.link()) {
        later.send("new");
        assertThat(later.receive(3)).isEqualTo("new");
      }
    }
  }

  @Test
  void aConnectionThatEndedDuringACutEndsWhenItHeals() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.cut();
      link.send("last");
      link.client().close();
      assertSilent(link.server());
      peers.proxy.heal();
      assertThat(link.server().getInputStream().readAllBytes()).asString().isEqualTo("last");
    }
  }

  @Test
  void refusesConnections() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.admit(Admission.REFUSE);
      assertThatThrownBy(() -> peers.connect(SHORT_MILLIS)).isInstanceOf(ConnectException.class);
      link.send("still");
      assertThat(link.receive(5)).isEqualTo("still");
      peers.proxy.admit(Admission.ACCEPT);
      peers.link().close();
    }
  }

  @Test
  void refusesClientsFromTheMomentTheyCanKnowThatTheTargetHasStopped() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link ended = peers.link()) {
      peers.stopServer();
      ended.server().close();
      assertThat(ended.client().getInputStream().read()).as("the end").isEqualTo(-1);
      assertThatThrownBy(() -> peers.connect(Peers.TIMEOUT_MILLIS))
          .isInstanceOf(ConnectException.class);
      try (ServerSocket restarted = peers.restartServer()) {
        Awaitility.await("a connection to the restarted target")
            .ignoreExceptionsInstanceOf(ConnectException.class)
            .until(
                () -> {
                  peers.connect(Peers.TIMEOUT_MILLIS).close();
                  return true;
                });
      }
    }
  }

  @Test
  void resetsTheClientThatFindsOutThatTheTargetDoesNotListen() throws Exception {
    try (Peers peers = new Peers()) {
      peers.stopServer();
      // The reset may arrive before or after the end of the connect call.
      assertThatThrownBy(() -> peers.connect(Peers.TIMEOUT_MILLIS).getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      assertThatThrownBy(() -> peers.connect(Peers.TIMEOUT_MILLIS))
          .isInstanceOf(ConnectException.class);
      assertThat(peers.proxy.connections()).isZero();
    }
  }

  @Test
  void aLinkThatWasCutRefusesClientsAfterwardsIfItsTargetHasGone() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.cut();
      peers.stopServer();
      link.server().close();
      peers.proxy.heal();
      assertThat(link.client().getInputStream().read()).as("the end").isEqualTo(-1);
      assertThatThrownBy(() -> peers.connect(Peers.TIMEOUT_MILLIS))
          .isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aClosedProxyFreesItsAddressAlsoAfterACut() throws Exception {
    try (Peers peers = new Peers();
        Peers.Link link = peers.link()) {
      peers.proxy.cut();
      peers.proxy.close();
      assertReset(link.client());
      assertBindable(peers.proxy.address());
    }
  }

  @Test
  void aClosedLoopFreesEverythingAndSaysSo() throws Exception {
    Peers peers = new Peers();
    try (Peers.Link link = peers.link()) {
      TcpProxy cut = peers.loop().open(Peers.anyPort(), peers.proxy.address());
      cut.cut();
      peers.close();
      assertReset(link.client());
      assertBindable(peers.proxy.address());
      assertBindable(cut.address());
      assertThatThrownBy(peers.proxy::heal)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("proxy-test is closed");
    }
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(SHORT_MILLIS);
    assertThatThrownBy(() -> socket.getInputStream().read())
        .isInstanceOf(SocketTimeoutException.class);
    socket.setSoTimeout(Peers.TIMEOUT_MILLIS);
  }

  private static void assertBindable(InetSocketAddress address) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(address);
    }
  }
}
