package io.tidemark.brokers.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.brokers.proxy.ProxyServer.NodeLinks;
import io.tidemark.proxy.ProxyLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeLinksTest {
  private static final int TIMEOUT_MILLIS = 300;

  @Test
  void aPartitionCutsAllLinksOfTheNodeAndNoOthers() throws IOException {
    try (ServerSocket node = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ServerSocket free = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ProxyLoop loop = ProxyLoop.start("links", 1)) {
      int port = free.getLocalPort();
      free.close();
      ProxyLink clientsToFirst = ProxyLink.forClients(1, port, node.getLocalPort());
      ProxyLink firstToSecond = ProxyLink.between(1, 2, port, node.getLocalPort());
      ProxyLink thirdToFirst = ProxyLink.between(3, 1, port, node.getLocalPort());
      ProxyLink thirdToSecond = ProxyLink.between(3, 2, port, node.getLocalPort());
      List<ProxyLink> all = List.of(clientsToFirst, firstToSecond, thirdToFirst, thirdToSecond);
      NodeLinks links = new NodeLinks(loop, all);

      links.partition(1);
      assertThat(links.partitioned()).containsExactly(1);
      assertThat(all.stream().filter(NodeLinksTest::connects)).containsExactly(thirdToSecond);
      links.partition(2);
      links.heal(1);
      assertThat(all.stream().filter(NodeLinksTest::connects))
          .as("node 2 is still partitioned")
          .containsExactly(clientsToFirst, thirdToFirst);
      links.heal(2);
      assertThat(all).allMatch(NodeLinksTest::connects);
      assertThat(links.partitioned()).isEmpty();
    }
  }

  @Test
  void aLinkIsTheSameAfterItsTextIsRead() {
    ProxyLink link = ProxyLink.between(3, 2, 4001, 4002);
    assertThat(ProxyLink.parse(link.asText())).isEqualTo(link);
    assertThat(link.listen().getAddress().getHostAddress()).isEqualTo("127.1.3.2");
  }

  private static boolean connects(ProxyLink link) {
    try (Socket socket = new Socket()) {
      socket.connect(link.listen(), TIMEOUT_MILLIS);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
