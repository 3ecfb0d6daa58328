package io.tidemark.driver;

/**
 * A producer that can hold back what it is given while more follows at once, so that several
 * messages leave in one write. The framework calls it around the messages that are due at the same
 * moment, on the thread that sends; a message that is due alone does not wait for a neighbour.
 *
 * <p>Whoever does not call it gets the ordinary behaviour: each message leaves when it is sent.
 */
public interface GroupedSends {

  /**
   * What is sent from now on may wait for what follows. The producer itself lets it go when a
   * buffer is full and before a send waits for room.
   */
  void hold();

  /**
   * What was held back leaves now, and what is sent from now on at once. May block where a send may
   * block; never throws: a message that cannot leave fails by its future.
   */
  void release();
}
