package io.openmessaging.benchmark.driver;

import java.nio.ByteBuffer;

public interface ConsumerCallback {
  void messageReceived(byte[] payload, long publishTimestamp);

  void messageReceived(ByteBuffer payload, long publishTimestamp);
}
