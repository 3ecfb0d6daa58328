package io.tidemark.features.kubernetes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A fake of the API server's WebSocket for exec: answers one call with given messages. */
final class FakeExec implements AutoCloseable {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  /** The request, with its header. */
  final CompletableFuture<String> request = new CompletableFuture<>();

  /** A status other than this one refuses the call. */
  int status = 101;

  private final List<byte[]> frames = new ArrayList<>();
  private final ServerSocket server;
  private final Path folder;

  FakeExec(Path folder) throws IOException {
    this.folder = folder;
    Files.writeString(folder.resolve("token"), FakeApi.TOKEN);
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  KubernetesApi api() {
    Thread thread = new Thread(this::serve, "fake exec");
    thread.setDaemon(true);
    thread.start();
    return new ApiServer("http://127.0.0.1:" + server.getLocalPort(), folder);
  }

  /** Adds a message of a channel, divided into frames. */
  void message(int channel, byte[] content, int frameBytes) throws IOException {
    byte[] all = new byte[content.length + 1];
    all[0] = (byte) channel;
    System.arraycopy(content, 0, all, 1, content.length);
    for (int from = 0; from < all.length; from += frameBytes) {
      int to = Math.min(all.length, from + frameBytes);
      frame((from == 0 ? 2 : 0) | (to == all.length ? 0x80 : 0), all, from, to - from);
    }
  }

  void message(int channel, String content) throws IOException {
    message(channel, content.getBytes(StandardCharsets.UTF_8), Integer.MAX_VALUE / 2);
  }

  private void frame(int first, byte[] bytes, int from, int length) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(frame);
    out.writeByte(first);
    if (length < 126) {
      out.writeByte(length);
    } else if (length < 1 << 16) {
      out.writeByte(126);
      out.writeShort(length);
    } else {
      out.writeByte(127);
      out.writeLong(length);
    }
    out.write(bytes, from, length);
    frames.add(frame.toByteArray());
  }

  private void serve() {
    try (Socket socket = server.accept()) {
      InputStream in = socket.getInputStream();
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      request.complete(head.toString());
      String key = head.toString().replaceFirst("(?is).*sec-websocket-key: *(\\S+).*", "$1");
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
      String answer =
          status == 101
              ? "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Protocol: v4.channel.k8s.io\r\nSec-WebSocket-Accept: "
                  + Base64.getEncoder().encodeToString(digest)
                  + "\r\n\r\n"
              : "HTTP/1.1 " + status + " Refused\r\nContent-Length: 0\r\n\r\n";
      socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
      if (status == 101) {
        frame(0x88, new byte[] {3, (byte) 0xe8}, 0, 2); // The connection is closed normally.
        for (byte[] frame : frames) {
          socket.getOutputStream().write(frame);
        }
      }
      socket.getOutputStream().flush();
      while (in.read() >= 0) {} // Until the client has closed it.
    } catch (IOException | NoSuchAlgorithmException e) {
      request.completeExceptionally(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
