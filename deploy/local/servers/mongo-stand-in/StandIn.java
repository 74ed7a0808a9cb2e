import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/**
 * The stand-in for MongoDB: the protocol of mongo-java-server over a file of H2's MVStore, on loopback, without users.
 * A write is committed to the file before it is acknowledged, so it survives the death of the process, though not of the machine.
 */
public final class StandIn extends H2Backend {
  private static final Set<String> READS = Set.of(
      "find", "getMore", "count", "distinct", "aggregate", "hello", "isMaster", "ismaster", "ping", "buildInfo", "buildinfo",
      "listCollections", "listIndexes", "listDatabases", "killCursors", "endSessions", "collStats", "dbStats", "getParameter");
  /** The oldest wire version that current drivers speak, with a margin. */
  private static final MongoVersion VERSION = new MongoVersion() {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  };

  private final Object commits = new Object();
  private long written;
  private long committed;

  private StandIn(MVStore store) {
    super(store);
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document reply = super.handleMessage(message);
    if (!READS.contains(message.getDocument().keySet().iterator().next())) commitTogether();
    return reply;
  }

  /** Writes that arrive while another commit runs share the next one. */
  private void commitTogether() {
    long mine;
    synchronized (this) {
      mine = ++written;
    }
    synchronized (commits) {
      if (committed >= mine) return;
      long upTo;
      synchronized (this) {
        upTo = written;
      }
      commit();
      committed = upTo;
    }
  }

  public static void main(String[] arguments) {
    MVStore store = new MVStore.Builder().fileName(arguments[0]).open();
    store.setRetentionTime(1_000);
    StandIn backend = new StandIn(store);
    backend.version(VERSION);
    MongoServer server = new MongoServer(backend);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind("127.0.0.1", Integer.parseInt(arguments[1]));
    System.out.println("The stand-in for MongoDB listens on port " + arguments[1] + ".");
  }
}
