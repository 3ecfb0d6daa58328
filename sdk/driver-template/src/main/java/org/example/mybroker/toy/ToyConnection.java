package org.example.mybroker.toy;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A connection begins with a command, and the broker's answer to it: true or false. */
record ToyConnection(Socket socket, DataInputStream in, DataOutputStream out, boolean answer)
    implements Closeable {

  static ToyConnection open(String host, int port, int timeoutMillis, String... words)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(host, port), timeoutMillis);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeoutMillis);
      DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      out.writeInt(words.length);
      for (String word : words) {
        out.writeUTF(word);
      }
      out.flush();
      boolean answer = in.readBoolean();
      socket.setSoTimeout(0);
      return new ToyConnection(socket, in, out, answer);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Also ends reads and writes of other threads. */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close " + socket, e);
    }
  }
}
