package io.tidemark.brokers.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With the bytes of Erlang's distribution protocol, "EPMD protocol". */
class PortMapperTest {
  @TempDir Path folder;

  @Test
  void answersWithThePortOfAKnownNameAndRefusesOthers() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(folder.resolve(PortMapper.NAMES), port + "\nrabbit1 258\nrabbit2 4000\n");
    PortMapper.startIfWanted(folder);

    assertThat(ask(port, "zrabbit1"))
        .containsExactly(
            'w', 0, 1, 2, 'M', 0, 0, 6, 0, 5, 0, 7, 'r', 'a', 'b', 'b', 'i', 't', '1', 0, 0);
    assertThat(ask(port, "zrabbit3")).containsExactly('w', 1);
    assertThat(ask(port, "xrabbit1")).as("another request").containsExactly('w', 1);
    assertThat(ask(port, "zrabbit2")).as("after errors").startsWith('w', 0, 15, 160);
  }

  private static int[] ask(int port, String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeShort(request.length());
      out.write(request.getBytes(StandardCharsets.UTF_8));
      byte[] answer = socket.getInputStream().readAllBytes();
      int[] unsigned = new int[answer.length];
      for (int i = 0; i < answer.length; i++) {
        unsigned[i] = Byte.toUnsignedInt(answer[i]);
      }
      return unsigned;
    }
  }
}
