// phoss SMP on 127.0.0.1: `PhossSmp PORT FOLDER [SML-URL ZONE [readonly]]`. It has two users, owner/secret-1 and
// other/secret-2, each with the token token-NAME, and says `ready` when they are there.
package fourcorner;

import com.helger.phoss.smp.domain.SMPMetaManager;
import com.helger.photon.security.mgr.PhotonSecurityManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

public final class PhossSmp {
  private PhossSmp() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]).toAbsolutePath();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolve("tomcat").toString());
    tomcat.setPort(Integer.parseInt(arguments[0]));
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().setEncodedSolidusHandling("passthrough");
    Context context = tomcat.addContext("", Files.createDirectories(folder.resolve("web")).toString());
    deploy(context);
    tomcat.start();
    if (!context.getState().isAvailable()) System.exit(1);
    for (var user : Map.of("owner", "secret-1", "other", "secret-2").entrySet())
      create(user.getKey(), user.getValue());
    String sml = arguments.length > 3 ? createSml(arguments[2], arguments[3]) : null;
    boolean isReadOnly = arguments.length > 4;
    // No Peppol Directory.
    SMPMetaManager.getSettingsMgr()
        .updateSettings(isReadOnly, false, false, false, "http://127.0.0.1:9", sml != null, sml != null, sml);
    System.out.println("ready");
    tomcat.getServer().await();
  }

  private static String createSml(String url, String zone) {
    String[] paths = {"/manageservicemetadata", "/manageparticipantidentifier"};
    return SMPMetaManager.getSMLInfoMgr().createSMLInfo("sml", zone + ".", url, paths[0], paths[1], false).getID();
  }

  private static void deploy(Context context) {
    context.setParentClassLoader(PhossSmp.class.getClassLoader());
    context.addApplicationListener("com.helger.phoss.smp.servlet.SMPWebAppListener");
    FilterDef rest = new FilterDef();
    rest.setFilterName("rest");
    rest.setFilterClass("com.helger.phoss.smp.rest.SMPRestFilter");
    rest.setAsyncSupported("true");
    context.addFilterDef(rest);
    FilterMap all = new FilterMap();
    all.setFilterName("rest");
    all.addURLPattern("/*");
    context.addFilterMap(all);
    // Where no servlet is mapped, Tomcat runs no filter.
    serve(context, "/", "org.apache.catalina.servlets.DefaultServlet");
    serve(context, "/smp-status/*", "com.helger.phoss.smp.servlet.SMPStatusServlet");
  }

  private static void serve(Context context, String pattern, String servlet) {
    Tomcat.addServlet(context, servlet, servlet).setAsyncSupported(true);
    context.addServletMappingDecoded(pattern, servlet);
  }

  private static void create(String name, String password) {
    var user =
        PhotonSecurityManager.getUserMgr()
            .createNewUser(name, name + "@example.org", password, null, name, null, Locale.US, null, false);
    PhotonSecurityManager.getUserTokenMgr().createUserToken("token-" + name, null, user, "test");
  }
}
