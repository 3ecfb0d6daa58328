package io.tidemark.driver.ibmmq.testdouble;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * ASYNC_MESSAGE: a message sent because it was asked for, in segments that each have a head of
 * their own.
 */
final class AsyncMessage {
  private static final int VERSION = 1;
  private static final int HEAD_BYTES = 24;
  private static final int FIRST_HEAD_BYTES = 55;

  private final MessageRequest request;
  private final int index;
  private final int globalIndex;
  private final String queue;
  private final StoredMessage message;

  AsyncMessage(
      MessageRequest request, int index, int globalIndex, String queue, StoredMessage message) {
    this.globalIndex = globalIndex;
    this.request = request;
    this.index = index;
    this.queue = queue;
    this.message = message;
  }

  /** Descriptor and data, as requests count bytes. */
  int bytes() {
    return MessageDescriptor.V2_BYTES + message.dataBytes();
  }

  void send(ClientConnection connection) {
    Segment template = request.segment();
    int room = connection.channelFlows().maxSegmentBytes() - template.headerBytes();
    byte[] first = firstSegment(room);
    int sent = first.length - firstHeadBytes() - MessageDescriptor.V2_BYTES;
    int total = message.dataBytes();
    connection.sendOne(
        segment(template, first, Segment.FIRST | (sent == total ? Segment.LAST : 0)));
    for (int number = 1; sent < total; number++) {
      int bytes = Math.min(total - sent, room - HEAD_BYTES);
      byte[] body = head(ByteBuffer.allocate(HEAD_BYTES + bytes), bytes, number).array();
      message.copyData(sent, body, HEAD_BYTES, bytes);
      sent += bytes;
      connection.sendOne(segment(template, body, sent == total ? Segment.LAST : 0));
    }
  }

  private static Segment segment(Segment template, byte[] body, int flags) {
    return template.answer(Opcode.ASYNC_MESSAGE.code(), flags, body);
  }

  private byte[] firstSegment(int room) {
    int start = firstHeadBytes() + MessageDescriptor.V2_BYTES;
    int bytes = Math.min(message.dataBytes(), room - start);
    ByteBuffer body = head(ByteBuffer.allocate(start + bytes), bytes, 0);
    body.putInt(ReasonCode.NONE).putInt(message.dataBytes()).putInt(message.dataBytes());
    body.put(message.token()).putShort((short) 0);
    byte[] name = queue.getBytes(StandardCharsets.ISO_8859_1);
    body.put((byte) name.length).put(name).position(firstHeadBytes());
    body.put(message.descriptor().array());
    message.copyData(0, body.array(), start, bytes);
    return body.array();
  }

  private ByteBuffer head(ByteBuffer body, int dataBytes, int number) {
    body.putInt(VERSION).putInt(request.handle()).putInt(index).putInt(globalIndex);
    return body.putInt(dataBytes).putShort((short) number).putShort(request.selectionIndex());
  }

  /** The queue's name is padded so that the descriptor starts at a multiple of four. */
  private int firstHeadBytes() {
    int bytes = FIRST_HEAD_BYTES + queue.length();
    return bytes + (4 - (bytes - 52) % 4) % 4;
  }
}
