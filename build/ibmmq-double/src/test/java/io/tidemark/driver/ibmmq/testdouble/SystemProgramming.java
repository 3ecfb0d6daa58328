package io.tidemark.driver.ibmmq.testdouble;

/**
 * SPI: its verbs QUERY, OPEN and SUBSCRIBE. QUERY offers nothing else, and a client of the pinned
 * version does not ask for it.
 */
final class SystemProgramming implements Verb {
  private static final int QUERY = 1;
  private static final int SUBSCRIBE = 7;
  private static final int OPEN = 12;
  private static final int IN_OUT = 28;
  private static final int OUT = 40;
  private static final int OPEN_OPTIONS = OUT + 12;
  private static final int OBJECT_DESCRIPTOR = OPEN_OPTIONS + 32;
  private static final int OFFERED_VERB_INTS = 5;
  private static final int SUBSCRIPTION_HANDLE = OUT + 12;
  private static final int SUBSCRIPTION_OPTIONS = OUT + 16;
  private static final int SUBSCRIPTION_DESCRIPTOR = SUBSCRIPTION_OPTIONS + 196;

  private final OpenQueue openQueue;
  private final Subscribe subscribe;

  SystemProgramming(OpenQueue openQueue, Subscribe subscribe) {
    this.openQueue = openQueue;
    this.subscribe = subscribe;
  }

  @Override
  public String object(Call call) {
    return switch (verb(call)) {
      case OPEN -> new ObjectDescriptor(call.body(), OBJECT_DESCRIPTOR).objectName();
      case SUBSCRIBE -> new SubscriptionDescriptor(call.body(), SUBSCRIPTION_DESCRIPTOR).topic();
      default -> "";
    };
  }

  @Override
  public Answer execute(Call call) {
    return switch (verb(call)) {
      case QUERY -> query(call);
      case OPEN -> open(call);
      case SUBSCRIBE -> subscribe(call);
      default -> throw new UnknownFlow("SPI verb " + verb(call));
    };
  }

  private static int verb(Call call) {
    return new Structure(call.body(), Call.HEAD_BYTES).integer(0);
  }

  /** SPQO: the verbs on offer with their highest versions. */
  private static Answer query(Call call) {
    int bytes = 16 + OFFERED_VERB_INTS * 4;
    Structure offered = new Structure(call.echo(OUT + bytes), OUT);
    offered.text(0, 4, "SPQO");
    int[] values = {1, bytes, 1, QUERY, 1, 1, 1, 0};
    for (int i = 0; i < values.length; i++) {
      offered.integer(4 + 4 * i, values[i]);
    }
    return Answer.ok(offered.array());
  }

  /** SPOU, SPOI, LPOO, OD: the answer's SPOI is SPOO, and LPOO holds the queue's defaults. */
  private Answer open(Call call) {
    byte[] answer = call.echo();
    expect(answer, IN_OUT, "SPOU");
    expect(answer, OUT, "SPOI");
    expect(answer, OPEN_OPTIONS, "LPOO");
    Structure options = new Structure(answer, OPEN_OPTIONS);
    ObjectDescriptor descriptor = new ObjectDescriptor(answer, OBJECT_DESCRIPTOR);
    descriptor.size();
    OpenObject opened = openQueue.open(call, descriptor, options.integer(8));
    new Structure(answer, OUT).text(0, 4, "SPOO");
    OpenQueue.writeDefaults(options, 16, opened);
    Call.handle(answer, opened.handle());
    return Answer.ok(answer);
  }

  /** SPBU, SPBI, LSD, SD: the answer's SPBI is SPBO and begins with the subscription's handle. */
  private Answer subscribe(Call call) {
    byte[] answer = call.echo();
    expect(answer, IN_OUT, "SPBU");
    expect(answer, OUT, "SPBI");
    expect(answer, SUBSCRIPTION_OPTIONS, "LSD");
    SubscriptionDescriptor asked = new SubscriptionDescriptor(answer, SUBSCRIPTION_DESCRIPTOR);
    int handle = subscribe.subscribe(call, answer, asked);
    new Structure(answer, OUT).text(0, 4, "SPBO");
    new Structure(answer, SUBSCRIPTION_HANDLE).integer(0, handle);
    return Answer.ok(answer);
  }

  private static void expect(byte[] body, int at, String id) {
    String found = new Structure(body, at).structureId();
    if (!found.equals(id)) {
      throw new UnknownFlow("SPI structure '" + found + "' where " + id + " was expected");
    }
  }
}
